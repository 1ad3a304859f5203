//go:build !amd64

package caseless

// pairInBlocks looks at nothing: no instructions for many bytes at once are known for this processor.
func pairInBlocks([]byte, int, byte, byte) (at int, isFound bool) { return 0, false }
