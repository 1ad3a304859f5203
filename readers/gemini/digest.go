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

// digest is by what the same text is known again. The CLI records an answer without white space at its ends, without
// zero width characters and comments, and writes it with them when it records the history anew: none of these count.
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

// digest is that of a text of the message: the same text of the other speaker is another.
func (m *message) digest(text timeline.Text) uint64 {
	return digest(text) + maphash.String(seed, m.role)
}

var commentBegin, commentEnd = []byte("<!--"), []byte("-->")

func isZeroWidth(c rune) bool { return c >= '\u200B' && c <= '\u200F' || c == '\uFEFF' }

// nextRune decodes the first character of a JSON string's inside. Halves of a surrogate pair are returned one by one:
// that is enough to compare.
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

// digestOf is the digest of a call: of its name and the members of its arguments, however these are spelled.
func digestOf(name string, args jsonl.Value) uint64 {
	sum := maphash.String(seed, name)
	return sum + digestValue(args, 0)
}

// maxDepth is deeper than any arguments; below it everything is alike.
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
