package redaction

import "stead/internal/adapt/caseless"

// grams are needles by parts of them: one gram of each needle stands at one of the places that are looked at, which lie
// so far from each other as the length of the needles allows.
type grams struct {
	of  *store
	all []needle
	// single are the texts of the first few, each to be searched for alone.
	single []caseless.Text
	// bits tell of nearly all grams that no needle has them.
	bits  []uint64
	shift uint32
	// slots are the grams of needles, of which more than a third is free: tables that do not fit into a cache are slow.
	slots []slot
	used  int
}

// slot tells of a gram of a needle what the gram is, in some bits of its hash, the needle's number and the gram's place
// in the needle, from its end. The number begins at 1, so that 0 is free.
type slot uint32

const (
	atBits     = 3
	numberBits = 15
	markShift  = atBits + numberBits
)

func (s slot) isOf(hash uint32) bool { return s>>markShift == slot(hash<<markShift)>>markShift }

func (s slot) number() int { return int(s>>atBits)&(1<<numberBits-1) - 1 }

func (s slot) fromEnd() int { return int(s & (1<<atBits - 1)) }

const (
	// needleGram is how many bytes of a needle are looked at first.
	needleGram = 4
	// moreBits makes the table of bits larger than that of grams, so that few places have a bit by chance.
	moreBits = 3
	// mostSingle is how many needles are each searched for alone, longestSingle up to which step: sixteen bytes are looked
	// at in the time of one step.
	mostSingle    = 4
	longestSingle = 2
)

// steps are how far the places lie from each other that are looked at, for the needles that are long enough for each.
var steps = [...]int{8, 4, 2, 1}

// enter adds the grams of a needle, and makes room for them first.
func (g *grams) enter(of *store, known needle, step int) {
	g.of, g.all = of, append(g.all, known)
	if step <= longestSingle && len(g.all) <= mostSingle {
		g.single = append(g.single, caseless.New(g.text(known)))
	}
	if g.slots == nil || 8*(g.used+step) > 5*len(g.slots) {
		g.rebuild(step)
		return
	}
	g.enterAt(len(g.all)-1, step)
}

func (g *grams) text(n needle) string { return g.of.value(int(n.secret))[n.at : n.at+n.size] }

// rebuild makes the tables anew for twice as many needles as there are.
func (g *grams) rebuild(step int) {
	bits := uint32(8)
	for 5<<bits < 12*(len(g.all)+1)*step {
		bits++
	}
	g.shift, g.used = 32-bits-moreBits, 0
	g.slots, g.bits = make([]slot, 1<<bits), make([]uint64, 1<<(bits+moreBits-6))
	for number := range g.all {
		g.enterAt(number, step)
	}
}

// enterAt enters each gram of a needle of which one is met. They are at its end: many secrets begin alike.
func (g *grams) enterAt(number, step int) {
	text := g.text(g.all[number])
	for fromEnd := range step {
		hash := gramOf(text[len(text)-needleGram-fromEnd:]) * spread
		bit := hash >> g.shift
		g.bits[bit>>6] |= 1 << (bit & 63)
		at := g.first(hash)
		for ; g.slots[at] != 0; at = g.next(at) {
		}
		g.slots[at] = slot(hash<<markShift | uint32(number+1)<<atBits | uint32(fromEnd))
		g.used++
	}
}

// crowded is how many needles may share a gram where others are to be had.
const crowded = 16

// isCrowded reports whether many needles share a gram of those by which a text would be known.
func (g *grams) isCrowded(text string, step int) bool {
	for fromEnd := 0; fromEnd < step && g.slots != nil; fromEnd++ {
		hash := gramOf(text[len(text)-needleGram-fromEnd:]) * spread
		same := 0
		for at := g.first(hash); g.slots[at] != 0; at = g.next(at) {
			if g.slots[at].isOf(hash) {
				same++
			}
		}
		if same >= crowded {
			return true
		}
	}
	return false
}

// first returns the first slot that a gram may have, by its hash, and next the one to look at after one.
func (g *grams) first(hash uint32) uint32 { return hash >> (g.shift + moreBits) }

func (g *grams) next(at uint32) uint32 { return (at + 1) & uint32(len(g.slots)-1) }

func (g *grams) forget() {
	if len(g.all) > 0 {
		clear(g.bits)
		clear(g.slots)
		g.all, g.single, g.used = g.all[:0], g.single[:0], 0
	}
}

// spread makes a hash of a gram.
const spread = 0x9E3779B1

func gramOf[T ~string | ~[]byte](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// counting reports whether a needle counts where it stands in a part of a text.
type counting[T ~string | ~[]byte] func(n needle, part T, from, to int) bool

// search reports whether a needle that counts there stands in a part of a text.
func search[T ~string | ~[]byte](g *grams, part T, step int, counts counting[T]) bool {
	if len(g.all) == 0 {
		return false
	}
	bits, shift := g.bits, g.shift&31
	for i := 0; i+needleGram <= len(part); i += step {
		hash := gramOf(part[i:i+needleGram]) * spread
		bit := hash >> shift
		if bits[bit>>6]>>(bit&63)&1 != 0 && standsAround(g, part, i, hash, counts) {
			return true
		}
	}
	return false
}

func standsAround[T ~string | ~[]byte](g *grams, part T, i int, hash uint32, counts counting[T]) bool {
	for at := g.first(hash); g.slots[at] != 0; at = g.next(at) {
		s := g.slots[at]
		if !s.isOf(hash) {
			continue
		}
		known := g.all[s.number()]
		to := i + needleGram + s.fromEnd()
		from := to - int(known.size)
		if from >= 0 && to <= len(part) && string(part[from:to]) == g.text(known) && counts(known, part, from, to) {
			return true
		}
	}
	return false
}

// searchSingle is search for a few needles.
func (g *grams) searchSingle(part []byte, counts counting[[]byte]) bool {
	for i, known := range g.all {
		for from := 0; ; from++ {
			next := g.single[i].Index(part[from:])
			if next < 0 {
				break
			}
			from += next
			if to := from + int(known.size); string(part[from:to]) == g.text(known) && counts(known, part, from, to) {
				return true
			}
		}
	}
	return false
}
