//go:build unix

package sqlitefile

// patiently does it: nobody keeps a file from being removed or renamed.
func patiently(do func() error) error { return do() }
