package encoded

import (
	"encoding/base64"
	"slices"
	"strings"
)

// Form is how a text looks in base64.
type Form struct {
	// Text are the characters that the text alone decides. Those at its edges hold bits of its neighbours, too.
	Text string
	// Phase is the place of the first of them in its group of four.
	Phase int
}

// Forms returns how a text looks in base64 and base64url, each at the three places that it can have in a group. Texts
// of which less than three characters can be told are left out.
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

// The farthest that is looked from a part for the edges of what is encoded, in characters.
const (
	farthestBack  = 2 << 10
	farthestAhead = 16 << 10
)

// DecodedAround decodes what stands around a part of that phase in a text. From is where it begins, at a whole group.
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

// Span returns which characters hold any of the bytes from one to another.
func Span(from, to int) (first, last int) { return from * 8 / 6, (to*8 + 5) / 6 }

// IsDigit reports whether a character is one of base64's or base64url's.
func IsDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '/' || c == '-' ||
		c == '_'
}
