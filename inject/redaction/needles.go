package redaction

import (
	"bytes"
	"slices"
	"strings"

	"stead/timeline"
)

// needles holds the parts of secrets that every format writes unescaped. They quickly exclude nearly all texts.
type needles struct {
	of *store
	// tables hold the needles by their lengths. Short needles require more positions to be examined, and nearly all
	// needles are long.
	tables  [len(steps)]grams
	longest int
	// others are the numbers of the secrets without a part that is long enough.
	others []int
	// known is the number of secrets whose needles are here.
	known int
}

// needle is a part of the secret with that number, starting at the offset at.
type needle struct{ secret, at, size int32 }

// needlesOfAll returns the needles of all secrets.
func (m *masks) needlesOfAll() *needles {
	n := &m.needles
	for n.of = &m.list; n.known < m.list.len(); n.known++ {
		n.enter(n.known, m.list.value(n.known))
	}
	return n
}

// enter adds the needle of a secret.
func (n *needles) enter(secret int, value string) {
	text := plainest(value)
	if len(text) < needleGram {
		n.others = append(n.others, secret)
		return
	}
	n.longest = max(n.longest, len(text))
	table := len(steps) - 1
	for i, step := range slices.Backward(steps[:]) {
		if len(text) >= step+needleGram-1 && !n.tables[i].isCrowded(text, step) {
			table = i
		}
	}
	n.tables[table].enter(n.of, needle{int32(secret), int32(strings.Index(value, text)), int32(len(text))}, steps[table])
}

// forget removes all needles, but keeps the memory for others.
func (n *needles) forget() {
	for i := range n.tables {
		n.tables[i].forget()
	}
	n.longest, n.known, n.others = 0, 0, n.others[:0]
}

// standIn reports whether the output contains a needle that counts there.
func (n *needles) standIn(part []byte, counts counting[[]byte]) bool {
	return searchBytes(n, part, counts) || slices.ContainsFunc(n.others, func(other int) bool {
		quoted := timeline.NewText(n.of.value(other))
		return bytes.Contains(part, quoted.Inner())
	})
}

// searchBytes is like standIn, without the others.
func searchBytes(n *needles, part []byte, counts counting[[]byte]) bool {
	for i := range n.tables {
		table := &n.tables[i]
		if len(table.single) > 0 && len(table.single) == len(table.all) {
			if table.searchSingle(part, counts) {
				return true
			}
		} else if search(table, part, steps[i], counts) {
			return true
		}
	}
	return false
}

// each reports the positions of secrets in a text.
func (n *needles) each(text string, found func(known mask, from int)) {
	note := func(known needle, _ string, from, _ int) bool {
		secret := n.of.at(int(known.secret))
		if from -= int(known.at); from >= 0 && strings.HasPrefix(text[from:], secret.Value) {
			found(secret, from)
		}
		return false
	}
	for i := range n.tables {
		search(&n.tables[i], text, steps[i], note)
	}
	for _, other := range n.others {
		secret := n.of.at(other)
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
	return isWord(c) || c == ' ' || c == '-' || c == '.' || c == ':' || c == '=' || c == '+' || c == '!' || c == '#' ||
		c == '@'
}
