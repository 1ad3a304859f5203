package timeline

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

const (
	wordSize = 8
	ones     = 0x0101010101010101 // a one in each byte of a word
	tops     = 0x8080808080808080 // the top bit of each
)

// escape is what an ASCII byte becomes inside a JSON string, as a word to be stored; length of its bytes count.
type escape struct {
	word   uint64
	length int
}

var escapes = func() (table [utf8.RuneSelf]escape) {
	const hexadecimal = "0123456789abcdef"
	for c := range ' ' {
		table[c] = newEscape(`\u00` + string(hexadecimal[c>>4]) + string(hexadecimal[c&15]))
	}
	table['\n'], table['\r'], table['\t'] = newEscape(`\n`), newEscape(`\r`), newEscape(`\t`)
	table['"'], table['\\'] = newEscape(`\"`), newEscape(`\\`)
	return table
}()

func newEscape(text string) escape {
	var bytes [wordSize]byte
	return escape{length: copy(bytes[:], text), word: binary.LittleEndian.Uint64(bytes[:])}
}

// stepRoom is how much room one step needs at the most: eight bytes are stored of which up to seven count, and behind
// those the eight of an escape.
const stepRoom = 2 * wordSize

// AppendEscaped appends data as the inside of a JSON string. Only what JSON demands is escaped, so the text stays
// readable; a byte that is no UTF-8 becomes U+FFFD. Bytes at the end that may be the beginning of a character are left
// alone and given back, to be completed by the next chunk.
//
// Escaping is nearly all that recording a terminal costs, and on a busy machine it is taken from the relay:
// encoding/json lost a quarter of the throughput, a loop over bytes still a fifth. So eight bytes are looked at, and
// stored, at a time.
func AppendEscaped(dst, data []byte) (escaped, tail []byte) {
	end := len(dst)
	room := whole(slices.Grow(dst, len(data)+stepRoom))
	for len(data) > 0 {
		if len(room)-end < stepRoom {
			room = whole(slices.Grow(room[:end], len(data)+stepRoom))
		}
		n := plainPrefix(room[end:], data)
		end, data = end+n, data[n:]
		switch {
		case n == wordSize || len(data) == 0:
		case data[0] < utf8.RuneSelf:
			n := storeASCII(room[end:], data[0])
			end, data = end+n, data[1:]
		case !utf8.FullRune(data):
			return room[:end], data
		default:
			r, size := utf8.DecodeRune(data)
			end += utf8.EncodeRune(room[end:], r)
			data = data[size:]
		}
	}
	return room[:end], nil
}

// whole returns a slice with all its room.
func whole(b []byte) []byte { return b[:cap(b)] }

// plainPrefix stores the next eight bytes of data and tells how many of them, from the first, stand for themselves.
// What it has stored behind those is overwritten next.
func plainPrefix(room, data []byte) int {
	if len(data) < wordSize {
		return 0
	}
	word := binary.LittleEndian.Uint64(data)
	binary.LittleEndian.PutUint64(room, word)
	return bits.TrailingZeros64(special(word)) / 8 // 64 zeros when none is special
}

// special sets the top bit of the first byte that cannot be copied as it is: a control character, a quote, a
// backslash, or part of a character beyond ASCII. Bits after the first may be wrong, since subtractions borrow.
func special(word uint64) uint64 {
	quote, backslash := word^(ones*'"'), word^(ones*'\\')
	return ((word - ones*' ') | (quote - ones) | (backslash - ones) | word) & tops
}

// storeASCII stores one ASCII byte in the form it takes inside a JSON string and gives the length of that.
func storeASCII(room []byte, c byte) int {
	if e := escapes[c]; e.length > 0 {
		binary.LittleEndian.PutUint64(room, e.word)
		return e.length
	}
	room[0] = c
	return 1
}
