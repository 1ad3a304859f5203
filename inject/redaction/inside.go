package redaction

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"stead/timeline"
)

// Secrets are masked in the JSON form of a text, as it stands: nearly no text has escapes under which a secret would
// not be recognized.

// placesInside returns where secrets stand in what is the inside of a JSON string, in order. It is not certain where a
// part of one stands in a text with escapes that need not be, or where the secret itself ends within a character.
func (m *masks) placesInside(raw []byte) (places []place, isCertain bool) {
	isUsual := false
	note := func(known mask, from, part int) (isDoubtful bool) {
		isUsual = isUsual || isEscapedAsUsual(raw)
		if !isUsual || !utf8.ValidString(known.Value) {
			return true
		}
		if found, ok := placeInside(raw, known, from, part); ok {
			places = append(places, found)
		}
		return false
	}
	isCertain = !m.needlesOfAll().eachInside(raw, note) && (m.also == nil || !m.also.needlesOfAll().eachInside(raw, note))
	return apart(places), isCertain
}

// eachInside tells where parts of secrets stand in what is JSON: the place in the text, and the part's in the secret.
// It returns true when found does.
func (n *needles) eachInside(raw []byte, found func(known mask, from, part int) bool) bool {
	isFound := searchBytes(n, raw, func(known needle, _ []byte, from, _ int) bool {
		return found(n.of.at(int(known.secret)), from, int(known.at))
	})
	for i := 0; i < len(n.others) && !isFound; i++ {
		isFound = eachOther(raw, n.of.at(n.others[i]), found)
	}
	return isFound
}

// eachOther is eachInside for one secret that has no part that every format writes as it is. None of its places
// overlap.
func eachOther(raw []byte, secret mask, found func(known mask, from, part int) bool) bool {
	quoted := []byte(quoting.Replace(secret.Value))
	for at := 0; ; {
		next := bytes.Index(raw[at:], quoted)
		if next < 0 {
			return false
		}
		if at += next; isEscape(raw, at) {
			at++
			continue
		}
		if found(secret, at, 0) {
			return true
		}
		at += len(quoted)
	}
}

// isEscapedAsUsual reports whether what is JSON has no escapes but those that [timeline.NewText] writes for characters
// of texts.
func isEscapedAsUsual(raw []byte) bool {
	for at := 0; ; at += 2 {
		next := bytes.IndexByte(raw[at:], '\\')
		if next < 0 {
			return true
		}
		if at += next; at+1 == len(raw) || strings.IndexByte(`nrt"\`, raw[at+1]) < 0 {
			return false
		}
	}
}

// quoting writes what [timeline.NewText] does for characters of texts.
var quoting = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, `"`, `\"`, `\`, `\\`)

// placeInside returns the place of a secret of which a part stands at a place. Ok is false where the rest of it does
// not stand there.
func placeInside(raw []byte, known mask, from, part int) (p place, ok bool) {
	value := known.Value
	if strings.ContainsAny(value, "\n\r\t\"\\") {
		part = len(quoting.Replace(value[:part]))
		value = quoting.Replace(value)
	}
	from -= part
	to := from + len(value)
	if from < 0 || to > len(raw) || string(raw[from:to]) != value || isEscape(raw, from) {
		return place{}, false
	}
	return place{from, to, known}, len(known.Value) >= shortSecret || standsAloneInside(raw, from, to)
}

// isEscape reports whether what stands at a place belongs to the backslash before it.
func isEscape(raw []byte, at int) bool {
	first := at
	for first > 0 && raw[first-1] == '\\' {
		first--
	}
	return (at-first)%2 == 1
}

// standsAloneInside is standsAlone in what is JSON.
func standsAloneInside(raw []byte, from, to int) bool {
	if to < len(raw) && isWord(raw[to]) {
		return false
	}
	if from == 0 {
		return true
	}
	at := before(raw, from)
	return !isWord(raw[at]) || at > 0 && before(raw, at) > 0 && raw[before(raw, before(raw, at))] == '%'
}

// before returns where the character begins that stands before a place, of which a byte is one.
func before(raw []byte, at int) int {
	if isEscape(raw, at-1) {
		return at - 2
	}
	return at - 1
}

// replaceInside returns what is the inside of a JSON string with masks in the places of secrets, in quotes, and the
// rules of those.
func replaceInside(raw []byte, places []place) (quoted []byte, rules []string) {
	quoted = append(make([]byte, 0, len(raw)+len(places)*longMask), '"')
	rules = make([]string, 0, len(places))
	at := 0
	for _, p := range places {
		quoted = append(quoted, raw[at:p.from]...)
		quoted, _ = timeline.AppendEscaped(quoted, []byte(p.mask.text()))
		at, rules = p.to, append(rules, p.mask.Rule)
	}
	return append(append(quoted, raw[at:]...), '"'), rules
}
