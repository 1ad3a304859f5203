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

// masks are the secrets of a session with what takes their place. The same secret always gets the same mask, and
// another one another, so that the text stays coherent.
type masks struct {
	list store
	// hashes are those of their values: no pointers, which would have to be followed each time that garbage is collected.
	hashes map[uint64]struct{}
	// numbers count the secrets of each rule.
	numbers map[string]uint32
	// isFull tells that there were more secrets than are remembered: the others are masked where the detector finds them.
	isFull bool
	// left are those that were added last and are not remembered.
	left []Secret
	// seed makes numbers of the secrets that are not remembered, nil for those that are.
	seed    *maphash.Seed
	needles needles
	// also are those of one entry that are not remembered, nil without any.
	also *masks
	// room is used for them again and again.
	room *masks
	// isUsual tells of the entry that is masked that it has no odd escapes: they are not looked for in each of its texts
	// again.
	isUsual bool
	// edges are the halves of those that are cut in two, by the entries' ids.
	edges map[string]edges
}

// forget takes out all secrets, and keeps the room for others.
func (m *masks) forget() {
	clear(m.hashes)
	clear(m.numbers)
	m.list.forget()
	m.needles.forget()
}

func (m *masks) isEmpty() bool { return m.list.len() == 0 }

// find is a secret that was masked. Where says in what.
type find struct{ rule, where string }

// Masked is an entry on its way through the policies, with what was masked in it.
type Masked struct {
	*timeline.Entry
	finds     []find
	isApplied bool
}

// shortSecret is a length below which a secret is only masked where it stands alone: in the middle of a word it may be
// anything.
const shortSecret = 16

// longestEncoded is the length in bytes up to which the base64 of a secret is searched for, shortestEncoded from which.
const (
	shortestEncoded = 6
	longestEncoded  = 4 << 10
)

// mostMasks is how many forms of secrets are remembered, some four of each: more would take memory that grows with the
// session.
const mostMasks = 1 << 14

// add adds secrets, and how they look in base64.
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

// hashing is the seed of the values' hashes.
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

// places returns where secrets stand in a text, in order. Where one overlaps another they are one place, with the mask
// of the longer.
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

// apart returns places in order, and makes those one that overlap.
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

// longMask is how long a mask is that is no longer than most.
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

// text is replace for a body. One without secrets stays as it is, byte for byte.
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

// isHidden reports whether a secret may stand in what is JSON otherwise than it is searched for.
func (m *masks) isHidden(raw []byte) bool {
	return !m.isUsual && hasOddEscape(raw) || len(m.needlesOfAll().others) > 0 && unicode.Index(raw) >= 0 ||
		m.also != nil && len(m.also.needlesOfAll().others) > 0 && unicode.Index(raw) >= 0
}

// mayStandIn reports whether a secret may stand in what is JSON. What is escaped there without need hides whatever it
// is.
func (m *masks) mayStandIn(raw []byte) bool {
	if m.list.len() == 0 || len(raw) == 0 {
		return false
	}
	return m.isHidden(raw) || m.needlesOfAll().standIn(raw, anywhere) || m.also != nil &&
		m.also.needlesOfAll().standIn(raw, anywhere)
}

// anywhere has a needle count wherever it stands.
func anywhere(needle, []byte, int, int) bool { return true }

// json masks secrets in the strings of a JSON value, which stays one.
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
