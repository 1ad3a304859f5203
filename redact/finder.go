package redact

import (
	"slices"
	"strings"
)

// searched is what is searched: a string, or the JSON form of one.
type searched interface{ ~string | ~[]byte }

// gram is how many bytes of a word the finder's table knows it by.
const gram = 3

// finder finds many words in one pass over a text, letters large or small. It looks at the gram at every second place, so a word is known by two of
// its grams that stand beside each other. Nearly every place in a text is told to be none by a single look into a table of 8 KB: a machine
// of states, as Aho and Corasick have it, took five times as long as a look at every place (measured with 400 words), and that
// three times as long as one at every second.
type finder struct {
	table [1 << 10]uint64
	// lists are the words that share a slot, places where each slot's list is.
	lists  [][]word
	places [1 << 16]uint16
}

// word is one that is searched for.
type word struct {
	text string
	// at is where in the word its gram stands. Negative for one that begins before it.
	at, number int
	// isExact tells that large letters are none of the small ones.
	isExact bool
}

func newFinder() *finder { return &finder{lists: make([][]word, 1)} }

// add has a word found, which has two bytes at least. A short one has grams for each byte that may stand beside it.
func (f *finder) add(w word) {
	switch len(w.text) {
	case 2:
		f.enterAny(w, -1)
		f.enterAny(w, 0)
	case 3:
		f.enter(w, 0)
		if commonness(w.text[:2]) < commonness(w.text[1:]) {
			f.enterAny(w, -1)
		} else {
			f.enterAny(w, 1)
		}
	default:
		at := rarest(w.text)
		f.enter(w, at)
		f.enter(w, at+1)
	}
}

// rarest returns the place in a word of those four bytes that are the rarest in texts.
func rarest(text string) (best int) {
	for at := range len(text) - gram {
		if commonness(text[at:at+gram+1]) < commonness(text[best:best+gram+1]) {
			best = at
		}
	}
	return best
}

// commonness tells roughly how common a part of a word is in code and English.
func commonness(part string) (score int) {
	for _, c := range part {
		switch {
		case strings.ContainsRune("etaoinsr", c):
			score += 3
		case strings.ContainsRune("lcdupmh- ./", c): // "---" stands in every table
			score += 2
		default:
			score++
		}
	}
	return score
}

// enter has a word found by its gram at a place.
func (f *finder) enter(w word, at int) {
	w.at = at
	f.enterGram(fold(w.text[at])|fold(w.text[at+1])<<8|fold(w.text[at+2])<<16, w)
}

// enterAny has a word found by its two bytes at a place, or the first two for a negative one, with any third behind or before them.
func (f *finder) enterAny(w word, at int) {
	w.at = at
	pair := fold(w.text[max(0, at)]) | fold(w.text[max(0, at)+1])<<8
	for other := range uint32(256) {
		if at < 0 {
			f.enterGram(fold(byte(other))|pair<<8, w)
		} else {
			f.enterGram(pair|fold(byte(other))<<16, w)
		}
	}
}

func (f *finder) enterGram(gram uint32, w word) {
	at := slot(gram)
	if f.places[at] == 0 {
		f.places[at], f.lists = uint16(len(f.lists)), append(f.lists, nil)
		f.table[at>>6] |= 1 << (at & 63)
	}
	if list := &f.lists[f.places[at]]; !slices.Contains(*list, w) {
		*list = append(*list, w)
	}
}

// fold makes a letter small. Some other characters become the same, which a table may take that is not the last word.
func fold(c byte) uint32 { return uint32(c | 0x20) }

// slot is that of three bytes, the first of them the lowest, whatever stands above them.
func slot(gram uint32) uint16 { return uint16(gram << 8 * 0x9E3779B1 >> 16) }

// batch is how many places are gathered before they are looked at closely: telling them apart one by one would have the processor guess
// wrong at each of them.
const batch = 128

// walk tells where words stand, until found returns false.
func walk[T searched](f *finder, s T, found func(number, from, to int) bool) {
	const folds = 0x2020202020202020
	var near [batch]int
	i := 0
	for i+8 <= len(s) {
		n := 0
		for ; n+3 <= batch && i+8 <= len(s); i += 6 {
			eight := eightAt(s, i) | folds
			near[n%batch] = i
			n += f.holds(slot(uint32(eight)))
			near[n%batch] = i + 2
			n += f.holds(slot(uint32(eight >> 16)))
			near[n%batch] = i + 4
			n += f.holds(slot(uint32(eight >> 32)))
		}
		for _, at := range near[:n] {
			if !tell(f, s, at, found) {
				return
			}
		}
	}
	for ; i+1 < len(s); i += 2 {
		if !tell(f, s, i, found) {
			return
		}
	}
}

// holds returns 1 for the slot of a gram and 0 for another.
func (f *finder) holds(slot uint16) int {
	return int(f.table[slot>>6] >> (slot & 63) & 1)
}

// eightAt returns eight bytes of a text as a number, the first of them the lowest.
func eightAt[T searched](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// tell tells which words stand around a place with a gram of theirs. It returns false when found does.
func tell[T searched](f *finder, s T, i int, found func(number, from, to int) bool) bool {
	last := fold(0)
	if i+2 < len(s) {
		last = fold(s[i+2])
	}
	for _, w := range f.lists[f.places[slot(fold(s[i])|fold(s[i+1])<<8|last<<16)]] {
		from := i - w.at
		if stands(w, s, from) && !found(w.number, from, from+len(w.text)) {
			return false
		}
	}
	return true
}

// stands reports whether a word stands at a place.
func stands[T searched](w word, s T, from int) bool {
	if from < 0 || from+len(w.text) > len(s) {
		return false
	}
	for i := range len(w.text) {
		c := s[from+i]
		if !w.isExact && c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != w.text[i] {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
