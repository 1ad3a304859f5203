package screen

import (
	"bytes"
	"fmt"
	"strings"

	"stead/internal/term/plain"
)

// Cover returns the bytes that put a line over the first row of a terminal that displays this screen. The line is a
// text without controls, and is cut at the end of the row. The program does not notice: its cursor and pen remain
// unchanged. If the program draws within margins in origin mode, the row is the first one within the margins. If it
// switches to the alternate screen while the line is displayed, the line is still there when it switches back.
func (s *Screen) Cover(text string) []byte {
	s.access.Lock()
	defer s.access.Unlock()
	width := s.emulator.Width()
	text = plain.Fit(text, width)
	return s.withCursor(func(b *bytes.Buffer) {
		b.WriteString("\x1b[7m" + text + strings.Repeat(" ", max(0, width-plain.Width(text))) + "\x1b[0m")
	})
}

// Uncover returns the bytes that redraw all rows in their current state: the program may have scrolled in the meantime.
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
