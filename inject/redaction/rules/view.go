package rules

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"stead/internal/adapt/encoded"
)

// view is a text, or what a part of one says when it is read otherwise: without what nobody sees, decoded.
type view struct {
	text string
	// of is the text that this is a view of, nil for a text itself.
	of *view
	// place returns where a part of the view stands in that.
	place func(from, to int) (int, int)
	// room is what place needs, nil where it is not kept for other views.
	room []int32
	// isEncoded tells that signs stand in it for blanks, as a URL has them.
	isEncoded bool
}

// original returns how a part of the view stands in the text itself.
func (v *view) original(from, to int) string {
	for ; v.of != nil; v = v.of {
		from, to = v.place(from, to)
	}
	return v.text[from:min(to, len(v.text))]
}

// rewritten is a view in the making: what it says so far, and where each of its bytes comes from.
type rewritten struct {
	text []byte
	at   []int32
}

// roomFor returns an empty one with room for all of a text.
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

// rooms are those of views that nobody looks at any more.
var rooms = sync.Pool{New: func() any { return new([]int32) }}

// free gives the view's room back. The view may not be used behind it.
func (v *view) free() {
	if v.room != nil {
		rooms.Put(&v.room)
	}
}

// otherwise returns what a text says when it is read otherwise. HasHidden tells that it holds one of the words that
// hide something.
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

// visible leaves out what nobody sees.
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

// invisible returns how many bytes at the beginning of a text nobody sees: a terminal's command, a character without
// width.
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

// unescaped reads what stands between quotes in a string of JSON or a programming language.
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

// percentDecoded reads what is encoded for a URL, where a plus is a blank. Nil is returned when nothing is.
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

// hexDigit returns the value of the digit at a place, -1 where there is none.
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

// base64Decoded reads what is encoded in base64 around a place with that phase, in which lines may be broken.
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
