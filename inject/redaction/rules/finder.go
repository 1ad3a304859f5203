package rules

import (
	"math"
	"strings"
)

// searched is what is searched: a string, or the JSON form of one.
type searched interface{ ~string | ~[]byte }

// gram is how many bytes of a word the finder knows it by.
const gram = 4

// wordFinder finds many words in one pass over a text, letters large or small. It looks at the gram at every second
// place, so a word is known by two of its grams that stand beside each other. Nearly every place in a text is told to
// be none by a single look into a table of bits, which the processor has near, and what is left by a look at the gram
// itself: a machine of states, as Aho and Corasick have it, took five times as long as a look at every place (measured
// with 400 words), and that three times as long as one at every second. Grams of three bytes had a tenth of all places
// looked at closely (measured with 1,100 words), those of four one in fifty.
type wordFinder struct {
	bits  []uint64
	grams []entry
	shift uint32
	used  int
	nodes []node
	words []soughtWord
}

// entry is a gram of words with the first of its nodes. The gram 0 stands for none: no byte of a folded one is 0.
type entry struct {
	gram  uint32
	first int32
}

// node is a word that a gram stands in, at a place that is negative when the word begins behind it. The next one has
// the number 0 when there is none.
type node struct{ word, at, next int32 }

// soughtWord is one that is searched for.
type soughtWord struct {
	// Text is the word, in small letters unless IsExact, which tells that large letters are none of the small ones.
	Text    string
	IsExact bool
	// Number is what it is reported by.
	Number int
	// head are its first bytes as a number with small letters, mask the bits of those.
	head, mask uint64
}

// leastBits is how many slots for grams there are at first, as a power of two. A slot has eightBits of the table of
// bits, and half of all are free, so that a place that is none seldom has its bit set.
const (
	leastBits = 10
	eightBits = 3
)

// newWordFinder returns a finder of no words.
func newWordFinder() *wordFinder {
	f := &wordFinder{nodes: make([]node, 1)}
	f.resize(leastBits)
	return f
}

// resize makes room for half of so many slots.
func (f *wordFinder) resize(bits uint32) {
	old := f.grams
	f.shift = 32 - bits - eightBits
	f.bits, f.grams = make([]uint64, 1<<(bits+eightBits-6)), make([]entry, 1<<bits)
	for _, e := range old {
		if e.gram != 0 {
			*f.entry(e.gram) = e
			f.mark(e.gram)
		}
	}
}

func (f *wordFinder) mark(gram uint32) {
	at := hash(gram) >> f.shift
	f.bits[at>>6] |= 1 << (at & 63)
}

// entry returns the entry of a gram, or the free one where it belongs.
func (f *wordFinder) entry(gram uint32) *entry {
	for at := hash(gram) >> (f.shift + eightBits); ; at++ {
		e := &f.grams[at&uint32(len(f.grams)-1)]
		if e.gram == gram || e.gram == 0 {
			return e
		}
	}
}

// Add has a word found, which has two bytes at least. A short one has grams for each byte that may stand beside it, so
// one of two bytes is dear.
func (f *wordFinder) Add(w soughtWord) {
	for i := range min(8, len(w.Text)) {
		w.head |= uint64(fold(w.Text[i])) << (8 * i)
		w.mask |= 0xFF << (8 * i)
	}
	f.words = append(f.words, w)
	switch text := w.Text; len(text) {
	case 2, 3:
		f.enterAny(text, 0)
		f.enterAny(text, -1)
	case 4:
		f.enter(gramAt(text, 0), 0)
		if commonness(text[:3]) < commonness(text[1:]) {
			f.enterAny(text[:3], -1)
		} else {
			f.enterAny(text[1:], 1)
		}
	default:
		at := rarest(text)
		if f.group(text, at) > crowded {
			at = f.leastCrowded(text)
		}
		f.enter(gramAt(text, at), at)
		f.enter(gramAt(text, at+1), at+1)
	}
}

// crowded is how many words share grams at most where others are to be had: keys of one service begin alike.
const crowded = 16

// group returns how many words are known by the grams at a place and behind it, or that they are more than are looked
// at.
func (f *wordFinder) group(text string, at int) (count int) {
	for _, at := range []int{at, at + 1} {
		for n := f.entry(gramAt(text, at)).first; n != 0 && count <= 4*crowded; n = f.nodes[n].next {
			count++
		}
	}
	return count
}

func (f *wordFinder) leastCrowded(text string) (best int) {
	for at := range len(text) - gram {
		if f.group(text, at) < f.group(text, best) {
			best = at
		}
	}
	return best
}

func gramAt(text string, at int) uint32 {
	return fold(text[at]) | fold(text[at+1])<<8 | fold(text[at+2])<<16 | fold(text[at+3])<<24
}

// rarest returns the place in a word of those five bytes that are the rarest in texts.
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

// enterAny has the last word found by two or three bytes of it with any others behind them, or also one before them
// where at is negative.
func (f *wordFinder) enterAny(part string, at int) {
	var known uint32
	free := gram - len(part)
	for i := range len(part) {
		known |= fold(part[i]) << (8 * i)
	}
	for any := range uint32(1) << (8 * free) {
		if any != fold(byte(any))|any>>8<<8 || free == 2 && any>>8 != fold(byte(any>>8)) {
			continue
		}
		switch {
		case at >= 0:
			f.enter(known|any<<(8*len(part)), at)
		case free == 1:
			f.enter(any|known<<8, at)
		default:
			f.enter(any&0xFF|known<<8|any>>8<<24, at)
		}
	}
}

// enter has the last word found by a gram at a place of it.
func (f *wordFinder) enter(gram uint32, at int) {
	if 2*f.used >= len(f.grams) {
		f.resize(33 - eightBits - f.shift)
	}
	number := int32(len(f.nodes))
	f.nodes = append(f.nodes, node{word: int32(len(f.words) - 1), at: int32(at)})
	e := f.entry(gram)
	if e.gram == 0 {
		f.used++
		*e = entry{gram, number}
		f.mark(gram)
		return
	}
	last := e.first
	for f.nodes[last].next != 0 {
		last = f.nodes[last].next
	}
	f.nodes[last].next = number
}

// folded makes letters of eight bytes small, as fold does one.
func folded(eight uint64) uint64 { return (eight | folds) & sevens }

const (
	folds  = 0x2020202020202020
	sevens = 0x7F7F7F7F7F7F7F7F
)

// fold makes a letter small. Some other characters become the same, so that there are 64: a table may take that which
// is not the last word.
func fold(c byte) uint32 { return uint32((c | 0x20) & 0x7F) }

func hash(gram uint32) uint32 { return gram * 0x9E3779B1 }

// batch is how many places are gathered before they are looked at closely: telling them apart one by one would have the
// processor guess wrong at each of them.
const batch = 128

// walkWords tells where words stand, until found returns false.
func walkWords[T searched](f *wordFinder, s T, found func(number, from, to int) bool) {
	var near [batch]int
	bits, shift := f.bits, f.shift&31
	i := 0
	for i+8 <= len(s) {
		n := 0
		for ; n+3 <= batch && i+8 <= len(s); i += 6 {
			eight := folded(eightBytes(s, i))
			near[n%batch] = i
			n += holds(bits, hash(uint32(eight))>>shift)
			near[n%batch] = i + 2
			n += holds(bits, hash(uint32(eight>>16))>>shift)
			near[n%batch] = i + 4
			n += holds(bits, hash(uint32(eight>>32))>>shift)
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

// holds returns 1 for a bit that is set and 0 for another.
func holds(bits []uint64, at uint32) int {
	return int(bits[at>>6] >> (at & 63) & 1)
}

// eightBytes returns eight bytes of a text as a number, the first of them the lowest.
func eightBytes[T searched](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(
		b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// gramIn returns the gram at a place of a text, behind whose end are blanks.
func gramIn[T searched](s T, i int) uint32 {
	if i+gram <= len(s) {
		b := s[i : i+gram]
		word := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
		return (word | folds&math.MaxUint32) & (sevens & math.MaxUint32)
	}
	known := uint32(folds & math.MaxUint32)
	for k := range len(s) - i {
		known |= fold(s[i+k]) << (8 * k)
	}
	return known
}

// tell tells which words stand around a place with a gram of theirs. It returns false when found does.
func tell[T searched](f *wordFinder, s T, i int, found func(number, from, to int) bool) bool {
	for n := f.entry(gramIn(s, i)).first; n != 0; n = f.nodes[n].next {
		w := &f.words[f.nodes[n].word]
		from := i - int(f.nodes[n].at)
		if from >= 0 && from+8 <= len(s) && folded(eightBytes(s, from))&w.mask != w.head {
			continue
		}
		if stands(w, s, from) && !found(w.Number, from, from+len(w.Text)) {
			return false
		}
	}
	return true
}

// stands reports whether a word stands at a place.
func stands[T searched](w *soughtWord, s T, from int) bool {
	if from < 0 || from+len(w.Text) > len(s) {
		return false
	}
	for i := range len(w.Text) {
		c := s[from+i]
		if !w.IsExact && c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != w.Text[i] {
			return false
		}
	}
	return true
}
