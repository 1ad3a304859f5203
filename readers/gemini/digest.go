package gemini

import (
	"bytes"
	"hash/maphash"
	"unicode"
	"unicode/utf8"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

var seed = maphash.MakeSeed()

// digest returns a digest that is equal for all forms of a text. The CLI records an answer without white space at its
// ends, zero width characters and comments, but includes them when it rewrites the history. Therefore the digest
// ignores all of these.
func digest(text timeline.Text) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	inner := text.Inner()
	gathered := make([]byte, 0, 512)
	for len(inner) > 0 {
		if inner[0] == '<' && bytes.HasPrefix(inner, commentBegin) {
			if end := bytes.Index(inner, commentEnd); end > 0 {
				inner = inner[end+len(commentEnd):]
				continue
			}
		}
		c, size := nextRune(inner)
		if !unicode.IsSpace(c) && !isZeroWidth(c) {
			gathered = utf8.AppendRune(gathered, c)
		}
		if inner = inner[size:]; len(gathered) > cap(gathered)-utf8.UTFMax {
			h.Write(gathered)
			gathered = gathered[:0]
		}
	}
	h.Write(gathered)
	return h.Sum64()
}

// digest returns the digest of a text in the message. The same text in another role has a different digest.
func (m *message) digest(text timeline.Text) uint64 {
	return digest(text) + maphash.String(seed, m.role)
}

var commentBegin, commentEnd = []byte("<!--"), []byte("-->")

func isZeroWidth(c rune) bool { return c >= '\u200B' && c <= '\u200F' || c == '\uFEFF' }

// nextRune decodes the first character of the content of a JSON string. It returns the halves of an unpaired surrogate
// one by one, which is sufficient for a comparison.
func nextRune(inner []byte) (rune, int) {
	if inner[0] != '\\' || len(inner) < 2 {
		return utf8.DecodeRune(inner)
	}
	switch inner[1] {
	case 'n', 'r', 't', 'f', 'b':
		return ' ', 2
	case 'u':
		if len(inner) < 6 {
			return utf8.RuneError, len(inner)
		}
		head := timeline.RawText(append(append([]byte{'"'}, inner[:min(len(inner), 12)]...), '"')).Head(1)
		c, _ := utf8.DecodeRuneInString(head)
		if c > 0xFFFF {
			return c, 12
		}
		return c, 6
	}
	return rune(inner[1]), 2
}

// digestOf returns the digest of a call, computed from its name and the members of its arguments. It does not depend on
// their spelling.
func digestOf(name string, args jsonl.Value) uint64 {
	sum := maphash.String(seed, name)
	return sum + digestValue(args, 0)
}

// maxDepth exceeds the depth of any arguments. Values below it do not affect the digest.
const maxDepth = 32

func digestValue(value jsonl.Value, depth int) uint64 {
	switch {
	case depth > maxDepth:
		return 0
	case value.IsString():
		return digest(timeline.RawText(value))
	case value.IsObject():
		var sum uint64
		for key, member := range jsonl.Members(value) {
			sum += maphash.Bytes(seed, key) * (digestValue(member, depth+1) | 1)
		}
		return sum
	case value.IsArray():
		sum := uint64(1)
		for element := range jsonl.Elements(value) {
			sum = sum*31 + digestValue(element, depth+1)
		}
		return sum
	}
	return maphash.Bytes(seed, value)
}
