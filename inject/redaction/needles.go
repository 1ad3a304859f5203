package redaction

import (
	"bytes"
	"slices"
	"strings"

	"stead/timeline"
)

// needles are the parts of secrets that every format writes as they are. They tell quickly of nearly all texts that they hold none: one gram of each
// needle stands at one of the places that are looked at, which lie so far from each other as the shortest needle allows.
type needles struct {
	step, longest int
	all           []needle
	// others are the secrets that have no part that is long enough.
	others []needle
	bits   []uint64
	shift  uint32
	// grams are the first nodes of grams, by slots of which more than a third is free: tables that do not fit into a cache are slow.
	grams []gramAt
	nodes []nodeOf
}

type gramAt struct {
	gram  uint32
	first int32
}

// nodeOf is a needle in which a gram stands at a place. The next one is 0 when there is none.
type nodeOf struct{ needle, at, next int32 }

// needle is a part of the secret of that number, at a place of it. One that is the whole of a short secret counts only where it stands alone.
type needle struct {
	text       string
	secret, at int
	isShort    bool
}

const (
	// needleGram is how many bytes of a needle are looked at first.
	needleGram  = 4
	longestStep = 8
	// moreBits makes the table of bits larger than that of grams, so that few places have a bit by chance.
	moreBits = 3
)

// needlesOfAll returns the needles of all secrets.
func (m *masks) needlesOfAll() *needles {
	n := &m.needles
	for secret := len(n.all) + len(n.others); secret < len(m.list); secret++ {
		known := m.list[secret]
		text := plainest(known.Value)
		if len(text) < needleGram {
			quoted := timeline.NewText(known.Value)
			n.others = append(n.others, needle{text: string(quoted.Inner()), secret: secret})
			continue
		}
		isShort := len(text) == len(known.Value) && len(text) < shortSecret
		n.all = append(n.all, needle{text, secret, strings.Index(known.Value, text), isShort})
		n.enter(len(n.all) - 1)
	}
	return n
}

// enter adds the grams of a needle, and makes room for it first.
func (n *needles) enter(number int) {
	text := n.all[number].text
	n.longest = max(n.longest, len(text))
	step := min(longestStep, len(text)-needleGram+1)
	if n.grams == nil || step < n.step || 8*(len(n.nodes)+longestStep) > 5*len(n.grams) {
		n.rebuild(step, number)
	}
	for at := range n.step {
		n.nodes = append(n.nodes, nodeOf{int32(number), int32(at), 0})
		n.mark(gramOf(text[at:]), int32(len(n.nodes)-1))
	}
}

// rebuild makes the tables anew for twice as many needles as there are, and adds those before a number.
func (n *needles) rebuild(step, before int) {
	if n.grams == nil {
		n.step = longestStep
	}
	n.step = min(n.step, step)
	bits := uint32(10)
	for 5<<bits < 12*(before+2)*n.step {
		bits++
	}
	n.shift, n.nodes = 32-bits-moreBits, make([]nodeOf, 1, 5<<bits/8)
	n.grams, n.bits = make([]gramAt, 1<<bits), make([]uint64, 1<<(bits+moreBits-6))
	for number := range before {
		for at := range n.step {
			n.nodes = append(n.nodes, nodeOf{int32(number), int32(at), 0})
			n.mark(gramOf(n.all[number].text[at:]), int32(len(n.nodes)-1))
		}
	}
}

// mark adds a node to those of its gram.
func (n *needles) mark(gram uint32, node int32) {
	bit := gram * spread >> n.shift
	n.bits[bit>>6] |= 1 << (bit & 63)
	e := n.slot(gram)
	n.nodes[node].next, e.gram, e.first = e.first, gram, node
}

// slot returns the slot of a gram, or the free one where it belongs.
func (n *needles) slot(gram uint32) *gramAt {
	for at := gram * spread >> (n.shift + moreBits); ; at++ {
		e := &n.grams[at&uint32(len(n.grams)-1)]
		if e.first == 0 || e.gram == gram {
			return e
		}
	}
}

// spread makes a slot of a gram.
const spread = 0x9E3779B1

func gramOf[T ~string | ~[]byte](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// standIn reports whether a needle that counts there stands in what is written.
func (n *needles) standIn(part []byte, counts func(n *needle, part []byte, from, to int) bool) bool {
	return search(n, part, counts) || slices.ContainsFunc(n.others, func(other needle) bool { return bytes.Contains(part, []byte(other.text)) })
}

// search is standIn for all needles but the others.
func search[T ~string | ~[]byte](n *needles, part T, counts func(n *needle, part T, from, to int) bool) bool {
	if len(n.all) > 0 {
		bits, shift := n.bits, n.shift&31
		for i := 0; i+needleGram <= len(part); i += n.step {
			gram := gramOf(part[i : i+needleGram])
			bit := gram * spread >> shift
			if bits[bit>>6]>>(bit&63)&1 != 0 && standsAround(n, part, i, gram, counts) {
				return true
			}
		}
	}
	return false
}

// each tells where secrets stand in a text.
func (n *needles) each(text string, list []mask, found func(known *mask, from int)) {
	note := func(known *needle, _ string, from, _ int) bool {
		secret := &list[known.secret]
		if from -= known.at; from >= 0 && strings.HasPrefix(text[from:], secret.Value) {
			found(secret, from)
		}
		return false
	}
	search(n, text, note)
	for _, other := range n.others {
		secret := &list[other.secret]
		for from := 0; ; {
			next := strings.Index(text[from:], secret.Value)
			if next < 0 {
				break
			}
			found(secret, from+next)
			from += next + len(secret.Value)
		}
	}
}

func standsAround[T ~string | ~[]byte](n *needles, part T, i int, gram uint32, counts func(n *needle, part T, from, to int) bool) bool {
	for node := n.slot(gram).first; node != 0; node = n.nodes[node].next {
		known := &n.all[n.nodes[node].needle]
		from := i - int(n.nodes[node].at)
		to := from + len(known.text)
		if from >= 0 && to <= len(part) && string(part[from:to]) == known.text && counts(known, part, from, to) {
			return true
		}
	}
	return false
}

// plainest returns the longest part of a text that no format escapes.
func plainest(text string) (best string) {
	from := 0
	for at := 0; at <= len(text); at++ {
		if at < len(text) && isPlain(text[at]) {
			continue
		}
		if at-from > len(best) {
			best = text[from:at]
		}
		from = at + 1
	}
	return best
}

func isPlain(c byte) bool {
	return isWord(c) || c == ' ' || c == '-' || c == '.' || c == ':' || c == '=' || c == '+' || c == '!' || c == '#' || c == '@'
}
