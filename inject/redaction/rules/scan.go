package rules

import (
	"bytes"
	"slices"
	"strings"

	"stead/inject/redaction"
)

// The window around a word that is examined closely, in bytes of JSON. It continues to the end of the run of characters
// at its end.
const (
	windowBefore = 256
	windowAfter  = 640
	// settled is how much of a window's end is examined again with the next one.
	settled = 320
	// longestWindow is the maximum extent of a window, to cover a private key.
	longestWindow = 20 << 10
)

// scan returns the secrets in a text, given as JSON or as the inside of a JSON string.
func (s *scanner) scan(raw []byte) []redaction.Secret {
	var f finds
	done, decoded := 0, 0
	walkWords(finderFor(s, raw), raw, func(number, from, to int) bool {
		o := s.owners[number]
		isFar := o.kind == ofBase64 || o.kind == ofStructure && s.forms[o.number].word[0] == 'p'
		if from < done && !isFar || from < decoded && endsKey(raw, from) || from < decoded && o.kind == ofBase64 {
			return true
		}
		isEncoded := o.kind == ofName && joinsWords(raw, to)
		if !isEncoded && !s.may(o, raw, from, to) {
			return true
		}
		first, last := windowAround(raw, from, to, isFar)
		s.find(&f, &view{text: unescapedPart(raw, first, last), isEncoded: isEncoded}, 0)
		done = max(done, last-settled)
		if isFar {
			decoded = max(decoded, last-settled)
		}
		if last == len(raw) {
			done, decoded = last, last
		}
		return true
	})
	return slices.DeleteFunc(f.all, f.isPartOfKey)
}

// isPartOfKey reports whether a find is the part of a private key that a narrow window has shown.
func (f *finds) isPartOfKey(s redaction.Secret) bool {
	return s.Rule == keyRule && slices.ContainsFunc(f.all, func(other redaction.Secret) bool {
		return other.Rule == keyRule && len(other.Value) > len(s.Value) && strings.Contains(other.Value, s.Value)
	})
}

// endsKey reports whether a word is in the last line of a private key.
func endsKey(raw []byte, from int) bool {
	return bytes.Contains(raw[max(0, from-20):from], []byte("-END "))
}

func windowAround(raw []byte, from, to int, isFar bool) (first, last int) {
	first, last = max(0, from-windowBefore), min(len(raw), to+windowAfter)
	if isFar {
		first, last = max(0, from-8*windowBefore), min(len(raw), to+longestWindow)
	}
	for end := min(len(raw), last+longestWindow); last < end && !endsRun(raw, last-1); {
		last++
	}
	return first, last
}
