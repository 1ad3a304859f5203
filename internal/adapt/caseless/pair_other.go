//go:build !amd64

package caseless

// pairInBlocks inspects nothing: stead has no vector instructions for this processor.
func pairInBlocks([]byte, int, byte, byte) (at int, isFound bool) { return 0, false }
