//go:build unix

package atomicfile

// WhenUnused renames or removes a file by do: on this system nobody who has it open prevents that.
func WhenUnused(do func() error) error { return do() }
