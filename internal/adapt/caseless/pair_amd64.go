package caseless

import "golang.org/x/sys/cpu"

// block is how many bytes pairOf32 compares at once.
const block = 32

// pairInBlocks does what [pair] does as far as the bytes fill whole blocks, and returns where they end if it has found
// nothing.
func pairInBlocks(b []byte, distance int, first, second byte) (at int, isFound bool) {
	blocks := (len(b) - distance) / block
	if blocks <= 0 || !cpu.X86.HasAVX2 {
		return 0, false
	}
	at = pairOf32(&b[0], &b[distance], blocks, first, second)
	return at, at < blocks*block
}

// pairOf32 compares blocks of bytes at two places with two bytes, and returns the first place where both are equal but
// for the bit, or the number of all bytes.
//
//go:noescape
func pairOf32(from, to *byte, blocks int, first, second byte) int
