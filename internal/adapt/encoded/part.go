package encoded

import (
	"encoding/base64"
	"slices"
	"strings"
)

// Form is a text as it appears in base64.
type Form struct {
	// Text holds the characters that depend on the text only. The characters at its edges also hold bits of its neighbors.
	Text string
	// Phase is the position of the first of these characters in its group of four.
	Phase int
}

// Forms returns the forms of a text in base64 and base64url, one for each of the three positions that the text can have
// in a group. It omits forms with fewer than three known characters.
func Forms(text string) []Form {
	var forms []Form
	for shift := range 3 {
		first := (shift*8 + 5) / 6
		last := (shift + len(text)) * 8 / 6
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			encoded := encoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + text))
			form := Form{encoded[first:max(first, last)], first}
			if len(form.Text) >= 3 && !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// The maximum distances, in characters, at which the edges of the encoded text around a part are searched.
const (
	farthestBack  = 2 << 10
	farthestAhead = 16 << 10
)

// DecodedAround decodes the encoded text around a part with the given phase. From is the position at which this text
// begins, at a group boundary.
func DecodedAround(text string, at, phase int) (decoded string, from int) {
	from, to := at, at
	for from > max(0, at-farthestBack) && IsDigit(text[from-1]) {
		from--
	}
	for to < min(len(text), at+farthestAhead) && IsDigit(text[to]) {
		to++
	}
	from += (at - from + 4 - phase) % 4
	if from > at {
		return "", at
	}
	digits := []byte(text[from:to])
	for i, c := range digits {
		switch c {
		case '-':
			digits[i] = '+'
		case '_':
			digits[i] = '/'
		}
	}
	if len(digits)%4 == 1 {
		digits = digits[:len(digits)-1]
	}
	content, err := base64.RawStdEncoding.DecodeString(string(digits))
	if err != nil {
		return "", at
	}
	return string(content), from
}

// Span returns the range of characters that hold any of the bytes in the range from, to.
func Span(from, to int) (first, last int) { return from * 8 / 6, (to*8 + 5) / 6 }

// IsDigit reports whether a character belongs to the alphabet of base64 or base64url.
func IsDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '/' || c == '-' ||
		c == '_'
}
