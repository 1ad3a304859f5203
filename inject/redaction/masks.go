package redaction

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"stead/internal/adapt/encoded"
	"stead/timeline"
)

// masks holds the secrets of a session with their masks. The same secret always gets the same mask, and different
// secrets get different masks, so that the text stays coherent.
type masks struct {
	list store
	// hashes are those of the secrets' values. They contain no pointers, which each garbage collection would have to
	// follow.
	hashes map[uint64]struct{}
	// numbers counts the secrets of each rule.
	numbers map[string]uint32
	// isFull reports that there were more secrets than can be remembered. The others are masked where the detector
	// finds them.
	isFull bool
	// left are the secrets of the last call of add that are not remembered.
	left []Secret
	// seed is for the numbers of secrets that are not remembered. It is nil for remembered secrets.
	seed    *maphash.Seed
	needles needles
	// also are the secrets of the current entry that are not remembered, or nil if there are none.
	also *masks
	// room is reused for them.
	room *masks
	// isUsual reports that the current entry has no odd escapes, so its texts need not be checked for them again.
	isUsual bool
	// edges maps the ids of entries to the halves of secrets that are cut in two.
	edges map[string]edges
}

// forget removes all secrets, but keeps the memory for others.
func (m *masks) forget() {
	clear(m.hashes)
	clear(m.numbers)
	m.list.forget()
	m.needles.forget()
}

func (m *masks) isEmpty() bool { return m.list.len() == 0 }

// find is a secret that was masked. Where names the kind of place.
type find struct{ rule, where string }

// Masked is an entry on its way through the policies, with the secrets that were masked in it.
type Masked struct {
	*timeline.Entry
	finds     []find
	isApplied bool
}

// shortSecret is a length in bytes. A shorter secret is masked only as a separate word, because in the middle of a word
// it may be anything.
const shortSecret = 16

// longestEncoded and shortestEncoded are the maximum and the minimum length, in bytes, of a secret whose base64 is also
// searched for.
const (
	shortestEncoded = 6
	longestEncoded  = 4 << 10
)

// mostMasks is how many forms of secrets are remembered, about four for each secret. More would take memory that grows
// with the session.
const mostMasks = 1 << 14

// add adds secrets, and their base64 forms.
func (m *masks) add(secrets []Secret) {
	for _, s := range secrets {
		if s.Value == "" || m.knows(s.Value) {
			continue
		}
		if m.list.len() >= mostMasks {
			m.isFull, m.left = true, append(m.left, s)
			continue
		}
		if m.numbers == nil {
			m.numbers, m.hashes = map[string]uint32{}, map[uint64]struct{}{}
		}
		m.numbers[s.Rule]++
		number := m.numbers[s.Rule]
		if m.seed != nil {
			number, m.list.isHashed = uint32(maphash.String(*m.seed, s.Value)), true
		}
		m.insert(s, number)
		if len(s.Value) < shortestEncoded || len(s.Value) > longestEncoded {
			continue
		}
		for _, form := range encoded.Forms(s.Value) {
			if !m.knows(form.Text) {
				m.insert(Secret{Rule: s.Rule, Value: form.Text}, number)
			}
		}
	}
}

func (m *masks) knows(value string) bool {
	_, is := m.hashes[maphash.String(hashing(), value)]
	return is
}

// hashing is the seed for the hashes of values.
var hashing = sync.OnceValue(maphash.MakeSeed)

func (m *masks) insert(s Secret, number uint32) {
	m.list.add(s, number)
	m.hashes[maphash.String(hashing(), s.Value)] = struct{}{}
}

// place is the position of a secret in a text.
type place struct {
	from, to int
	mask     mask
}

// places returns the positions of secrets in a text, in order. Overlapping secrets become one place, with the mask of
// the longer one.
func (m *masks) places(text string) []place {
	var places []place
	note := func(known mask, from int) {
		found := place{from, from + len(known.Value), known}
		if len(known.Value) >= shortSecret || standsAlone(text, found) {
			places = append(places, found)
		}
	}
	m.needlesOfAll().each(text, note)
	if m.also != nil {
		m.also.needlesOfAll().each(text, note)
	}
	return apart(places)
}

// apart sorts places and merges those that overlap.
func apart(places []place) []place {
	if len(places) < 2 {
		return places
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(len(b.mask.Value), len(a.mask.Value)) })
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	var apart []place
	for _, p := range places {
		last := len(apart) - 1
		if last < 0 || p.from >= apart[last].to {
			apart = append(apart, p)
			continue
		}
		if len(p.mask.Value) > len(apart[last].mask.Value) {
			apart[last].mask = p.mask
		}
		apart[last].to = max(apart[last].to, p.to)
	}
	return apart
}

func standsAlone(text string, p place) bool {
	return (p.from == 0 || !isWord(text[p.from-1]) || p.from > 2 && text[p.from-3] == '%') &&
		(p.to == len(text) || !isWord(text[p.to]))
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// longMask is a length that most masks do not exceed.
const longMask = 32

// replace returns the text with its secrets masked, and the rules of those.
func (m *masks) replace(text string) (string, []string) {
	places := m.places(text)
	if len(places) == 0 {
		return text, nil
	}
	var b strings.Builder
	b.Grow(len(text) + len(places)*longMask)
	rules := make([]string, 0, len(places))
	at := 0
	for _, p := range places {
		b.WriteString(text[at:p.from])
		b.WriteString(p.mask.text())
		at, rules = p.to, append(rules, p.mask.Rule)
	}
	b.WriteString(text[at:])
	return b.String(), rules
}

// text is like replace, for a body. It leaves a body without secrets unchanged, byte for byte.
func (m *masks) text(t timeline.Text) (timeline.Text, []string) {
	raw := t.Inner()
	if m.isEmpty() || len(raw) == 0 {
		return t, nil
	}
	if !m.isHidden(raw) {
		places, isCertain := m.placesInside(raw)
		if isCertain && len(places) == 0 {
			return t, nil
		}
		if isCertain {
			masked, rules := replaceInside(raw, places)
			return timeline.RawText(masked), rules
		}
	}
	replaced, rules := m.replace(t.String())
	if rules == nil {
		return t, nil
	}
	return timeline.NewText(replaced), rules
}

// isHidden reports whether JSON may contain a secret in a different form than the one searched for.
func (m *masks) isHidden(raw []byte) bool {
	return !m.isUsual && hasOddEscape(raw) || len(m.needlesOfAll().others) > 0 && unicode.Index(raw) >= 0 ||
		m.also != nil && len(m.also.needlesOfAll().others) > 0 && unicode.Index(raw) >= 0
}

// mayStandIn reports whether JSON may contain a secret. Unnecessary escapes may hide any secret.
func (m *masks) mayStandIn(raw []byte) bool {
	if m.list.len() == 0 || len(raw) == 0 {
		return false
	}
	return m.isHidden(raw) || m.needlesOfAll().standIn(raw, anywhere) || m.also != nil &&
		m.also.needlesOfAll().standIn(raw, anywhere)
}

// anywhere makes a needle count at any position.
func anywhere(needle, []byte, int, int) bool { return true }

// json masks secrets in the strings of a JSON value. The result is still valid JSON.
func (m *masks) json(value []byte) ([]byte, []string) {
	if !m.mayStandIn(value) {
		return value, nil
	}
	var out []byte
	var rules []string
	at := 0
	for from, to := range jsonStrings(value) {
		text, found := m.text(timeline.RawText(value[from:to]))
		if found != nil {
			out = append(append(out, value[at:from]...), text.JSON()...)
			at, rules = to, append(rules, found...)
		}
	}
	if rules == nil {
		return value, nil
	}
	return append(out, value[at:]...), rules
}
