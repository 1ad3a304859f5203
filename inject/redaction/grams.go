package redaction

import "stead/internal/adapt/caseless"

// grams finds needles by parts of them. One gram of each needle is at one of the examined positions. Those are as far
// apart as the length of the needles allows.
type grams struct {
	of  *store
	all []needle
	// single are the texts of the first few needles, each to be searched for separately.
	single []caseless.Text
	// bits exclude nearly all grams that are in no needle.
	bits  []uint64
	shift uint32
	// slots are the grams of needles. More than a third of them are free. A table that does not fit into a cache would
	// be slow.
	slots []slot
	used  int
}

// slot describes a gram of a needle: some bits of its hash, the needle's number, and the gram's distance from the end
// of the needle. Numbers begin at 1, so that 0 means a free slot.
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
	// needleGram is how many bytes of a needle are compared first.
	needleGram = 4
	// moreBits makes the table of bits larger than that of grams, so that few positions match a bit by chance.
	moreBits = 3
	// mostSingle is the maximum number of needles that are each searched for separately. LongestSingle is the largest
	// step for that: such a search examines sixteen bytes in the time of one step.
	mostSingle    = 4
	longestSingle = 2
)

// steps are the distances between the examined positions, for needles that are long enough for each.
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

// rebuild recreates the tables for twice the current number of needles.
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

// enterAt enters the grams of a needle, one of which is at an examined position. They are at its end, because many
// secrets begin alike.
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

// crowded is how many needles may share a gram if others are available.
const crowded = 16

// isCrowded reports whether many needles share one of the grams that would identify a text.
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

// first returns the first possible slot of a gram, given its hash. Next returns the slot to examine after one.
func (g *grams) first(hash uint32) uint32 { return hash >> (g.shift + moreBits) }

func (g *grams) next(at uint32) uint32 { return (at + 1) & uint32(len(g.slots)-1) }

func (g *grams) forget() {
	if len(g.all) > 0 {
		clear(g.bits)
		clear(g.slots)
		g.all, g.single, g.used = g.all[:0], g.single[:0], 0
	}
}

// spread turns a gram into a hash.
const spread = 0x9E3779B1

func gramOf[T ~string | ~[]byte](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// counting reports whether a needle counts at a position in a part of a text.
type counting[T ~string | ~[]byte] func(n needle, part T, from, to int) bool

// search reports whether a part of a text contains a needle that counts there.
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

// searchSingle is like search, for a few needles.
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
