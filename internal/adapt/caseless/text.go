package caseless

import "strings"

// bit is the bit in which the cases of an ASCII letter differ.
const bit = 0x20

// Text is a text to search for. The zero value is never found.
type Text struct {
	// folded is the text with the case bit set in all bytes.
	folded []byte
	// first and second are the positions of its two rarest bytes.
	first, second int
}

// New returns a text to search for.
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

// Len returns the length of the text in bytes.
func (t Text) Len() int { return len(t.folded) }

// Index returns the position of the first occurrence of the text in b, or -1.
func (t Text) Index(b []byte) int {
	last := len(b) - len(t.folded) // the last position at which it could begin
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

// frequent holds the bytes of sessions with the case bit set, the most frequent first.
const frequent = " etaoinsr\"ldcumphf0,:gyb1w2|-.5346789/vk\x7f*jxqz@"

// rarest returns the position of the least frequent byte, other than the excluded position. It returns -1 if there is
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
