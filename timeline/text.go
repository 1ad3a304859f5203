package timeline

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Text is a string held as JSON: the quoted, escaped form in which its source wrote it. Bodies are spliced from one
// format into another in that form. Only text that has to be examined is decoded. The zero value is the empty string.
type Text struct {
	raw []byte
}

// NewText returns s as a Text. Invalid UTF-8 becomes U+FFFD, because JSON cannot hold it.
func NewText(s string) Text {
	if s == "" {
		return Text{}
	}
	return Text{raw: AppendString(nil, s)}
}

// RawText returns the Text whose JSON form is raw, including the quotes. The caller must ensure that raw is a valid
// JSON string and must not change it afterwards.
func RawText(raw []byte) Text {
	if len(raw) <= 2 {
		return Text{}
	}
	return Text{raw: raw}
}

// String returns the decoded string.
func (t Text) String() string { return unescape(t.Inner()) }

// JSON returns the quoted JSON form. The caller must not change it.
func (t Text) JSON() []byte {
	if len(t.raw) == 0 {
		return []byte(`""`)
	}
	return t.raw
}

// Inner returns the JSON form without its quotes, still escaped. The caller must not change it.
func (t Text) Inner() []byte {
	if len(t.raw) < 2 {
		return nil
	}
	return t.raw[1 : len(t.raw)-1]
}

// Len returns the length of the escaped form in bytes. It is an upper bound of the decoded length and costs nothing.
func (t Text) Len() int { return len(t.Inner()) }

// IsEmpty reports whether t is the empty string.
func (t Text) IsEmpty() bool { return len(t.Inner()) == 0 }

// IsBlank reports whether t holds only white space. It decodes the whole body only when the body begins with a lot of
// white space.
func (t Text) IsBlank() bool {
	return strings.TrimSpace(t.Head(64)) == "" && strings.TrimSpace(t.String()) == ""
}

// HasPrefix reports whether the decoded string starts with prefix. It decodes no more than that takes.
func (t Text) HasPrefix(prefix string) bool {
	return strings.HasPrefix(t.Head(len(prefix)), prefix)
}

// Head returns at least the first n bytes of the decoded string, cut between characters, or the whole string if it is
// shorter.
func (t Text) Head(n int) string {
	inner := t.Inner()
	end := 0
	for decoded := 0; end < len(inner) && (decoded < n || !utf8.RuneStart(inner[end])); decoded++ {
		end += unitLength(inner[end:])
	}
	return unescape(inner[:end])
}

// unitLength returns the length of the escape sequence at the start of b, or 1 if there is none. A surrogate pair
// counts as one sequence.
func unitLength(b []byte) int {
	if b[0] != '\\' || len(b) < 2 {
		return 1
	}
	if b[1] != 'u' {
		return 2
	}
	isHigh := len(b) >= 12 && b[2]|0x20 == 'd' && strings.IndexByte("89abAB", b[3]) >= 0
	if isHigh && b[6] == '\\' && b[7] == 'u' {
		return 12
	}
	return min(6, len(b))
}

// Equal reports whether both decode to the same string.
func (t Text) Equal(u Text) bool {
	return bytes.Equal(t.Inner(), u.Inner()) || t.String() == u.String()
}

// Slice returns the part of t between two offsets in its escaped form (see [Text.Inner]), sharing its memory where
// possible. The caller must ensure that neither offset is inside an escape sequence.
func (t Text) Slice(from, to int) Text {
	if from >= to {
		return Text{}
	}
	return RawText(quote(t.Inner()[from:to]))
}

// Concat returns the concatenation of the texts, without decoding them.
func Concat(texts ...Text) Text {
	var full []Text
	size := 2
	for _, t := range texts {
		if !t.IsEmpty() {
			full = append(full, t)
			size += t.Len()
		}
	}
	if len(full) == 0 {
		return Text{}
	}
	if len(full) == 1 {
		return full[0]
	}
	raw := append(make([]byte, 0, size), '"')
	for _, t := range full {
		raw = append(raw, t.Inner()...)
	}
	return Text{raw: append(raw, '"')}
}

// Join returns the nonempty texts with separator between them.
func Join(texts []Text, separator string) Text {
	between := NewText(separator)
	var parts []Text
	for _, t := range texts {
		if t.IsEmpty() {
			continue
		}
		if len(parts) > 0 {
			parts = append(parts, between)
		}
		parts = append(parts, t)
	}
	return Concat(parts...)
}

// MarshalJSON returns the JSON form.
func (t Text) MarshalJSON() ([]byte, error) { return t.JSON(), nil }

// UnmarshalJSON keeps a copy of data, which must be a JSON string or null.
func (t *Text) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*t = Text{}
		return nil
	}
	if len(data) == 0 || data[0] != '"' {
		var want string
		return json.Unmarshal(data, &want) // returns the standard library's error about the type
	}
	*t = RawText(bytes.Clone(data))
	return nil
}

func quote(inner []byte) []byte {
	raw := make([]byte, 0, len(inner)+2)
	raw = append(raw, '"')
	raw = append(raw, inner...)
	return append(raw, '"')
}
