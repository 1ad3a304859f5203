//go:build !unix

package resources

// LimitFileSize limits nothing on a system that cannot.
func LimitFileSize(uint64) (limited bool, restore func()) { return false, nil }
