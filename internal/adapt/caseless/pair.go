package caseless

import (
	"encoding/binary"
	"math/bits"
)

// The constants hold, for each byte of a word: the bit in which cases differ, the lowest bit, and the top bit.
const (
	caseBits = bit * ones
	ones     = 0x0101010101010101
	tops     = 0x80 * ones
)

// pair returns the first position of two bytes that are the given distance apart, or -1. Both bytes have the case bit
// set.
func pair(b []byte, distance int, first, second byte) int {
	at, isFound := pairInBlocks(b, distance, first, second)
	if isFound {
		return at
	}
	return pairFrom(b, at, distance, first, second)
}

// pairFrom does what pair does, from a position on, eight bytes at a time.
func pairFrom(b []byte, at, distance int, first, second byte) int {
	firsts, seconds := uint64(first)*ones, uint64(second)*ones
	at = skip(b, at, distance, firsts, seconds)
	for ; at+distance+8 <= len(b); at += 8 {
		if found := equal(b[at:], b[at+distance:], firsts, seconds); found != 0 { // the lowest is a pair
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for ; at+distance < len(b); at++ {
		if b[at]|bit == first && b[at+distance]|bit == second {
			return at
		}
	}
	return -1
}

// skip returns a position before which no pair begins. It advances 32 bytes at a time.
func skip(b []byte, at, distance int, firsts, seconds uint64) int {
	for ; at+distance+32 <= len(b); at += 32 {
		from, to := b[at:at+32:at+32], b[at+distance:at+distance+32:at+distance+32]
		found := equal(from, to, firsts, seconds) | equal(from[8:], to[8:], firsts, seconds) |
			equal(from[16:], to[16:], firsts, seconds) | equal(from[24:], to[24:], firsts, seconds)
		if found != 0 {
			break
		}
	}
	return at
}

// equal returns a word in which the top bit of the first byte (of eight) at which both are equal is set. The bytes
// after that one have no meaning.
func equal(from, to []byte, firsts, seconds uint64) uint64 {
	one, other := (binary.LittleEndian.Uint64(from)|caseBits)^firsts, (binary.LittleEndian.Uint64(to)|caseBits)^seconds
	differ := one | other
	return (differ - ones) &^ differ & tops
}
