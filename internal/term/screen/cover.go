package screen

import (
	"bytes"
	"fmt"
	"strings"

	"stead/internal/term/plain"
)

// Cover returns the bytes that put a line over the first row of a terminal that shows this screen: a text without
// controls, cut where the row ends. The program is not asked, and its cursor and pen stay where they are. Where it
// draws within margins with origin mode, the row is the first of those. Where it leaves the screen for the alternate
// one meanwhile, the line stands there when it comes back.
func (s *Screen) Cover(text string) []byte {
	s.access.Lock()
	defer s.access.Unlock()
	width := s.emulator.Width()
	text = plain.Fit(text, width)
	return s.withCursor(func(b *bytes.Buffer) {
		b.WriteString("\x1b[7m" + text + strings.Repeat(" ", max(0, width-plain.Width(text))) + "\x1b[0m")
	})
}

// Uncover returns the bytes that draw all rows again as the program has left them: it may have scrolled meanwhile.
func (s *Screen) Uncover() []byte {
	s.access.Lock()
	defer s.access.Unlock()
	return s.withCursor(func(b *bytes.Buffer) {
		for y := range s.emulator.Height() {
			fmt.Fprintf(b, "\x1b[%dH\x1b[2K", y+1)
			s.state.writeRow(b, y)
		}
	})
}

func (s *Screen) withCursor(draw func(*bytes.Buffer)) []byte {
	b := bytes.NewBufferString("\x1b[0m\x1b]8;;\x1b\\\x1b[H")
	draw(b)
	s.state.writeCursor(b)
	return b.Bytes()
}
