package redact

import "slices"

// searched is what is searched: a string, or the JSON form of one.
type searched interface{ ~string | ~[]byte }

// gram is how many bytes of a word the finder's table knows it by.
const gram = 3

// finder finds many words in one pass over a text, letters large or small. Nearly every place in a text is told to be none by a single look
// into a table of 8 KB: a machine of states, as Aho and Corasick have it, took five times as long (measured with 400 words).
type finder struct {
	table [1 << 10]uint64
	// lists are the words that share a slot, places where each slot's list is.
	lists  [][]word
	places [1 << 16]uint16
}

// word is one that is looked for.
type word struct {
	text string
	// at is where in the word its gram stands.
	at, number int
	// isExact tells that large letters are none of the small ones.
	isExact bool
}

func newFinder() *finder { return &finder{lists: make([][]word, 1)} }

// add has a word found, which has two bytes at least. One of two has a gram for each byte that may follow.
func (f *finder) add(w word) {
	if len(w.text) < gram {
		for last := range 256 {
			f.enter(fold(w.text[0])<<16|fold(w.text[1])<<8|fold(byte(last)), w)
		}
		return
	}
	for w.at+gram < len(w.text) && !isLetter(w.text[w.at+1]) {
		w.at++ // "---" stands in every table
	}
	f.enter(fold(w.text[w.at])<<16|fold(w.text[w.at+1])<<8|fold(w.text[w.at+2]), w)
}

func (f *finder) enter(gram uint32, w word) {
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

func slot(gram uint32) uint32 { return gram * 0x9E3779B1 >> 16 }

// walk tells where words stand, until found returns false.
func walk[T searched](f *finder, s T, found func(number, from, to int) bool) {
	if len(s) < gram {
		return
	}
	last := fold(s[0])<<8 | fold(s[1])
	for i := gram - 1; i < len(s); i++ {
		last = (last<<8 | fold(s[i])) & 0xFFFFFF
		at := slot(last)
		if f.table[at>>6]&(1<<(at&63)) == 0 {
			continue
		}
		for _, w := range f.lists[f.places[at]] {
			from := i + 1 - gram - w.at
			if stands(w, s, from) && !found(w.number, from, from+len(w.text)) {
				return
			}
		}
	}
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
