package replay

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"stead/timeline"
)

// search goes to the next or the previous step that contains the search text, and wraps around at the ends. It ignores
// case.
func (v *Viewer) search(by int) {
	if v.sought == "" {
		v.message = "nothing to search for: / begins a search"
		return
	}
	count := len(v.shown)
	for i := 1; i <= count; i++ {
		at := ((v.at+by*i)%count + count) % count
		if !v.session.holds(v.shown[at], v.sought) {
			continue
		}
		if (at-v.at)*by <= 0 {
			v.message = "the search continued at the other end"
		}
		v.at, v.native = at, false
		v.uncover()
		return
	}
	v.message = fmt.Sprintf("nowhere: %s", v.sought)
}

// holds reports whether a step's texts contain text.
func (s *Session) holds(number int, text string) bool {
	text = strings.ToLower(text)
	line, err := s.line(number)
	if err != nil || isWritten(text) && !bytes.Contains(bytes.ToLower(line), []byte(text)) {
		return false // without decoding, which takes ten times as long
	}
	e, err := s.Entry(number)
	if err != nil {
		return false
	}
	for _, t := range []timeline.Text{e.Content, e.Thinking, e.Output, e.Error, timeline.NewText(string(e.Input))} {
		if strings.Contains(strings.ToLower(t.String()), text) {
			return true
		}
	}
	return false
}

// isWritten reports whether a text appears in JSON unchanged: no encoder escapes any of its characters.
func isWritten(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r >= utf8.RuneSelf ||
			strings.ContainsRune(`"\/<>&'`, r)
	})
}

// uncover builds the step and scrolls to the first line with the search text. It unfolds the step if the text is not
// visible otherwise.
func (v *Viewer) uncover() {
	text := strings.ToLower(v.sought)
	for _, v.open = range []bool{false, true} {
		v.build()
		for i, l := range v.body {
			if strings.Contains(strings.ToLower(l.text), text) {
				v.scroll(max(0, i-v.room()/2))
				return
			}
		}
	}
}
