package redaction

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"stead/timeline"
)

// Secrets are masked directly in the JSON form of a text, because nearly no text has escapes that would hide a secret.

// placesInside returns the positions of secrets inside a JSON string, in order. IsCertain is false if a part of a
// secret is in a text with unnecessary escapes, or if the secret itself ends within a character.
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

// eachInside reports the positions of parts of secrets in JSON: the position in the text, and the part's position in
// the secret. It stops and returns true when found does.
func (n *needles) eachInside(raw []byte, found func(known mask, from, part int) bool) bool {
	isFound := searchBytes(n, raw, func(known needle, _ []byte, from, _ int) bool {
		return found(n.of.at(int(known.secret)), from, int(known.at))
	})
	for i := 0; i < len(n.others) && !isFound; i++ {
		isFound = eachOther(raw, n.of.at(n.others[i]), found)
	}
	return isFound
}

// eachOther is like eachInside, for one secret without any part that every format writes unescaped. None of its
// positions overlap.
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

// isEscapedAsUsual reports whether JSON contains only the escapes that [timeline.NewText] writes for characters of
// texts.
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

// quoting escapes characters of texts as [timeline.NewText] does.
var quoting = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, `"`, `\"`, `\`, `\\`)

// placeInside returns the position of a secret, given the position of a part of it. Ok is false if the rest of the
// secret is not there.
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

// isEscape reports whether the character at a position belongs to the backslash before it.
func isEscape(raw []byte, at int) bool {
	first := at
	for first > 0 && raw[first-1] == '\\' {
		first--
	}
	return (at-first)%2 == 1
}

// standsAloneInside is like standsAlone, in JSON.
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

// before returns the offset of the character that includes the byte before a position.
func before(raw []byte, at int) int {
	if isEscape(raw, at-1) {
		return at - 2
	}
	return at - 1
}

// replaceInside returns the inside of a JSON string with masks in place of secrets, in quotes, and the rules of those
// secrets.
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
