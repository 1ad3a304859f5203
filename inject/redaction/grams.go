package redaction

import "stead/internal/caseless"

// grams are needles by parts of them: one gram of each needle stands at one of the places that are looked at, which lie so far from each other as the
// length of the needles allows.
type grams struct {
	all []needle
	// single are the texts of the first few, each to be searched for alone.
	single []caseless.Text
	bits   []uint64
	shift  uint32
	// slots are the first nodes of grams, of which more than a third is free: tables that do not fit into a cache are slow.
	slots []gramAt
	nodes []nodeOf
}

type gramAt struct {
	gram  uint32
	first int32
}

// nodeOf is a needle in which a gram stands at a place. The next one is 0 when there is none.
type nodeOf struct{ needle, at, next int32 }

const (
	// needleGram is how many bytes of a needle are looked at first.
	needleGram = 4
	// moreBits makes the table of bits larger than that of grams, so that few places have a bit by chance.
	moreBits = 3
	// mostSingle is how many needles are each searched for alone, longestSingle up to which step: sixteen bytes are looked at in the time of one step.
	mostSingle    = 4
	longestSingle = 2
)

// steps are how far the places lie from each other that are looked at, for the needles that are long enough for each.
var steps = [...]int{8, 4, 2, 1}

// enter adds the grams of a needle, and makes room for it first.
func (g *grams) enter(known needle, step int) {
	g.all = append(g.all, known)
	if step <= longestSingle && len(g.all) <= mostSingle {
		g.single = append(g.single, caseless.New(known.text))
	}
	if g.slots == nil || 8*(len(g.nodes)+step) > 5*len(g.slots) {
		g.rebuild(step)
		return
	}
	g.enterAt(len(g.all)-1, step)
}

// rebuild makes the tables anew for twice as many needles as there are.
func (g *grams) rebuild(step int) {
	bits := uint32(8)
	for 5<<bits < 12*(len(g.all)+1)*step {
		bits++
	}
	g.shift, g.nodes = 32-bits-moreBits, make([]nodeOf, 1, 5<<bits/8)
	g.slots, g.bits = make([]gramAt, 1<<bits), make([]uint64, 1<<(bits+moreBits-6))
	for number := range g.all {
		g.enterAt(number, step)
	}
}

// enterAt adds a node for each gram of a needle of which one is met. They are at its end: many secrets begin alike.
func (g *grams) enterAt(number, step int) {
	last := len(g.all[number].text) - needleGram
	for at := last - step + 1; at <= last; at++ {
		g.nodes = append(g.nodes, nodeOf{int32(number), int32(at), 0})
		g.mark(gramOf(g.all[number].text[at:]), int32(len(g.nodes)-1))
	}
}

// mark adds a node to those of its gram.
func (g *grams) mark(gram uint32, node int32) {
	bit := gram * spread >> g.shift
	g.bits[bit>>6] |= 1 << (bit & 63)
	e := g.slot(gram)
	g.nodes[node].next, e.gram, e.first = e.first, gram, node
}

// slot returns the slot of a gram, or the free one where it belongs.
func (g *grams) slot(gram uint32) *gramAt {
	for at := gram * spread >> (g.shift + moreBits); ; at++ {
		e := &g.slots[at&uint32(len(g.slots)-1)]
		if e.first == 0 || e.gram == gram {
			return e
		}
	}
}

func (g *grams) forget() {
	if len(g.all) > 0 {
		clear(g.bits)
		clear(g.slots)
		g.all, g.single, g.nodes = g.all[:0], g.single[:0], g.nodes[:1]
	}
}

// spread makes a slot of a gram.
const spread = 0x9E3779B1

func gramOf[T ~string | ~[]byte](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// search reports whether a needle that counts there stands in a part of a text.
func search[T ~string | ~[]byte](g *grams, part T, step int, counts func(n *needle, part T, from, to int) bool) bool {
	if len(g.all) == 0 {
		return false
	}
	bits, shift := g.bits, g.shift&31
	for i := 0; i+needleGram <= len(part); i += step {
		gram := gramOf(part[i : i+needleGram])
		bit := gram * spread >> shift
		if bits[bit>>6]>>(bit&63)&1 != 0 && standsAround(g, part, i, gram, counts) {
			return true
		}
	}
	return false
}

func standsAround[T ~string | ~[]byte](g *grams, part T, i int, gram uint32, counts func(n *needle, part T, from, to int) bool) bool {
	for node := g.slot(gram).first; node != 0; node = g.nodes[node].next {
		known := &g.all[g.nodes[node].needle]
		from := i - int(g.nodes[node].at)
		to := from + len(known.text)
		if from >= 0 && to <= len(part) && string(part[from:to]) == known.text && counts(known, part, from, to) {
			return true
		}
	}
	return false
}

// searchSingle is search for a few needles.
func (g *grams) searchSingle(part []byte, counts func(n *needle, part []byte, from, to int) bool) bool {
	for i := range g.all {
		known := &g.all[i]
		for from := 0; ; from++ {
			next := g.single[i].Index(part[from:])
			if next < 0 {
				break
			}
			from += next
			if to := from + len(known.text); string(part[from:to]) == known.text && counts(known, part, from, to) {
				return true
			}
		}
	}
	return false
}
