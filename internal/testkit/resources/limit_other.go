//go:build !unix

package resources

// LimitFileSize does nothing on a system that cannot limit file sizes.
func LimitFileSize(uint64) (limited bool, restore func()) { return false, nil }
