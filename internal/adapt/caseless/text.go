package caseless

import "strings"

// bit is the one in which the cases of an ASCII letter differ.
const bit = 0x20

// Text is a text that can be looked for. The zero value stands nowhere.
type Text struct {
	// folded is the text with the bit set in all bytes.
	folded []byte
	// first and second are the two rarest of its bytes, by their places.
	first, second int
}

// New returns a text to look for.
func New(text string) Text {
	t := Text{folded: []byte(text)}
	for i := range t.folded {
		t.folded[i] |= bit
	}
	t.first = t.rarest(-1)
	t.second = max(0, t.rarest(t.first))
	if t.second < t.first {
		t.first, t.second = t.second, t.first
	}
	return t
}

// Len is how many bytes the text has.
func (t Text) Len() int { return len(t.folded) }

// Index returns where the text stands first in some bytes, or -1.
func (t Text) Index(b []byte) int {
	last := len(b) - len(t.folded) // where it could begin
	if len(t.folded) == 0 {
		return -1
	}
	for at := 0; at <= last; at++ {
		next := pair(b[at+t.first:last+t.second+1], t.second-t.first, t.folded[t.first], t.folded[t.second])
		if next < 0 {
			return -1
		}
		if at += next; t.begins(b[at:]) {
			return at
		}
	}
	return -1
}

func (t Text) begins(b []byte) bool {
	for i, c := range t.folded {
		if b[i]|bit != c {
			return false
		}
	}
	return true
}

// frequent are the bytes of sessions with the bit set, the most frequent first.
const frequent = " etaoinsr\"ldcumphf0,:gyb1w2|-.5346789/vk\x7f*jxqz@"

// rarest returns the place of the byte that is least frequent, other than the excluded place, or -1 where there is
// none.
func (t Text) rarest(excluded int) int {
	best, rank := -1, -1
	for i, c := range t.folded {
		r := strings.IndexByte(frequent, c)
		if r < 0 {
			r = len(frequent)
		}
		if i != excluded && r > rank {
			best, rank = i, r
		}
	}
	return best
}
