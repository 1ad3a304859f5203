package caseless

import "golang.org/x/sys/cpu"

// block is the number of bytes that pairOf32 compares at once.
const block = 32

// pairInBlocks does what [pair] does for the bytes that fill whole blocks. If it finds nothing, it returns where these
// blocks end.
func pairInBlocks(b []byte, distance int, first, second byte) (at int, isFound bool) {
	blocks := (len(b) - distance) / block
	if blocks <= 0 || !cpu.X86.HasAVX2 {
		return 0, false
	}
	at = pairOf32(&b[0], &b[distance], blocks, first, second)
	return at, at < blocks*block
}

// pairOf32 compares blocks of bytes at two positions with two bytes. It returns the first position at which both are
// equal except for the case bit, or the total number of bytes.
//
//go:noescape
func pairOf32(from, to *byte, blocks int, first, second byte) int
