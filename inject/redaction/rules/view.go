package rules

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"stead/internal/adapt/encoded"
)

// view is a text, or a different reading of a part of one: without invisible characters, or decoded.
type view struct {
	text string
	// of is the text that this is a view of. It is nil for a text itself.
	of *view
	// place maps a range of the view to the range in that text.
	place func(from, to int) (int, int)
	// room is the memory for place. It is nil if it is not reused for other views.
	room []int32
	// isEncoded reports that signs stand for spaces in it, as in a URL.
	isEncoded bool
}

// original returns the original form of a part of the view, in the text itself.
func (v *view) original(from, to int) string {
	for ; v.of != nil; v = v.of {
		from, to = v.place(from, to)
	}
	return v.text[from:min(to, len(v.text))]
}

// rewritten is a view under construction: its text so far, and the source position of each byte.
type rewritten struct {
	text []byte
	at   []int32
}

// roomFor returns an empty rewritten with room for a whole text.
func roomFor(text string) rewritten {
	room, _ := rooms.Get().(*[]int32)
	return rewritten{make([]byte, 0, len(text)), slices.Grow((*room)[:0], len(text)+1)}
}

func (r *rewritten) add(at int, c byte) {
	r.text, r.at = append(r.text, c), append(r.at, int32(at))
}

func (r *rewritten) addRune(at int, c rune) {
	r.text = utf8.AppendRune(r.text, c)
	for len(r.at) < len(r.text) {
		r.at = append(r.at, int32(at))
	}
}

func (r *rewritten) view(of *view) *view {
	at := append(r.at, int32(len(of.text)))
	return &view{text: string(r.text), of: of, room: at, place: func(from, to int) (int, int) {
		return int(at[from]),
			int(at[to])
	}}
}

// rooms holds the memory of views that are no longer used.
var rooms = sync.Pool{New: func() any { return new([]int32) }}

// free releases the view's memory. The view must not be used afterwards.
func (v *view) free() {
	if v.room != nil {
		rooms.Put(&v.room)
	}
}

// otherwise returns the different readings of a text. HasHidden reports that it contains one of the words that hide
// something.
func (v *view) otherwise(hasHidden bool) (all []*view) {
	if hasHidden || strings.IndexByte(v.text, '\x1b') >= 0 {
		all = append(all, v.visible())
	}
	if at := strings.IndexByte(v.text, '\\'); at >= 0 {
		all = append(all, v.unescaped())
	}
	if hasHidden {
		if decoded := v.percentDecoded(); decoded != nil {
			all = append(all, decoded)
		}
	}
	return all
}

// visible omits invisible characters.
func (v *view) visible() *view {
	r := roomFor(v.text)
	for at := 0; at < len(v.text); {
		if length := invisible(v.text[at:]); length > 0 {
			at += length
			continue
		}
		r.add(at, v.text[at])
		at++
	}
	return r.view(v)
}

// invisible returns how many bytes at the beginning of a text are invisible: a terminal's command, or a character
// without width.
func invisible(text string) int {
	switch {
	case strings.HasPrefix(text, "\x1b["):
		end := 2
		for end < len(text) && end < 32 && (text[end] < '@' || text[end] > '~') {
			end++
		}
		return min(end+1, len(text))
	case strings.HasPrefix(text, "\x1b"):
		return 1
	}
	for _, c := range []string{"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"} {
		if strings.HasPrefix(text, c) {
			return len(c)
		}
	}
	return 0
}

// unescaped decodes the escapes of strings in JSON or in a programming language.
func (v *view) unescaped() *view {
	r := roomFor(v.text)
	for at := 0; at < len(v.text); at++ {
		if v.text[at] != '\\' || at+1 == len(v.text) {
			r.add(at, v.text[at])
			continue
		}
		c, length := escaped(v.text[at:])
		r.addRune(at, c)
		at += length - 1
	}
	return r.view(v)
}

// percentDecoded decodes URL encoding, in which a plus is a space. It returns nil if nothing is encoded.
func (v *view) percentDecoded() *view {
	r := roomFor(v.text)
	is := false
	for at := 0; at < len(v.text); at++ {
		c := v.text[at]
		switch high, low := hexDigit(v.text, at+1), hexDigit(v.text, at+2); {
		case c == '%' && high >= 0 && low >= 0:
			r.add(at, byte(high<<4|low))
			at, is = at+2, true
		case c == '+':
			r.add(at, ' ')
			is = true
		default:
			r.add(at, c)
		}
	}
	if !is {
		return nil
	}
	return r.view(v)
}

// hexDigit returns the value of the digit at a position, or -1 if there is none.
func hexDigit(text string, at int) int {
	if at >= len(text) {
		return -1
	}
	switch c := text[at]; {
	case isDigit(c):
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// base64Decoded decodes the base64 around a position with that phase. Line ends may interrupt it.
func (v *view) base64Decoded(at, phase int) *view {
	content, from := encoded.DecodedAround(v.text, at, phase)
	if content == "" {
		return nil
	}
	return &view{text: content, of: v, place: func(first, last int) (int, int) {
		first, last = encoded.Span(first, last)
		return from + first, from + last
	}}
}
