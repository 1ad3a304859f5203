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
	tops     = 0x8080808080808080 // the top bit of each byte
)

// escape is the form of an ASCII byte inside a JSON string, packed into a word. Only its first length bytes count.
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

// stepRoom is the most room that one step needs: it stores eight bytes, of which up to seven count, and then the eight
// bytes of an escape.
const stepRoom = 2 * wordSize

// AppendEscaped appends data as the inside of a JSON string. It escapes only what JSON requires, so the text stays
// readable. A byte that is not valid UTF-8 becomes U+FFFD. It leaves trailing bytes that may begin a character
// unescaped and returns them as tail, so that the next chunk can complete them.
//
// Escaping is nearly the whole cost of recording a terminal, and on a busy machine it slows down the relay:
// encoding/json lost a quarter of the throughput, and a loop over bytes still lost a fifth. So this code examines and
// stores eight bytes at a time.
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

// whole returns b extended to its full capacity.
func whole(b []byte) []byte { return b[:cap(b)] }

// plainPrefix stores the next eight bytes of data and returns how many of the leading ones need no escape. The next
// step overwrites the bytes stored beyond those.
func plainPrefix(room, data []byte) int {
	if len(data) < wordSize {
		return 0
	}
	word := binary.LittleEndian.Uint64(data)
	binary.LittleEndian.PutUint64(room, word)
	return bits.TrailingZeros64(special(word)) / 8 // 64 zeros when none is special
}

// special sets the top bit of the first byte that cannot be copied unchanged: a control character, a quote, a
// backslash, or part of a character beyond ASCII. Bits after the first may be wrong, because the subtractions borrow.
func special(word uint64) uint64 {
	quote, backslash := word^(ones*'"'), word^(ones*'\\')
	return ((word - ones*' ') | (quote - ones) | (backslash - ones) | word) & tops
}

// storeASCII stores one ASCII byte in the form that it takes inside a JSON string and returns the length of that form.
func storeASCII(room []byte, c byte) int {
	if e := escapes[c]; e.length > 0 {
		binary.LittleEndian.PutUint64(room, e.word)
		return e.length
	}
	room[0] = c
	return 1
}
