package screen

import (
	"fmt"
	"strings"
)

// Resize changes the size, in cells. If the cursor is below the new last row, rows leave the screen at the top, as on a
// real terminal.
func (s *Screen) Resize(rows, columns int) {
	s.access.Lock()
	defer s.access.Unlock()
	s.state.fitMain(rows, columns)
	if !s.emulator.IsAltScreen() { // programs redraw the alternate screen themselves
		s.makeRoom(rows)
	}
	s.emulator.Resize(columns, rows)
	s.state.regions = [2]region{}
	s.replies.settle()
}

// makeRoom scrolls until the cursor is in one of the first rows.
func (s *Screen) makeRoom(rows int) {
	at := s.emulator.CursorPosition()
	if missing := at.Y - rows + 1; missing > 0 {
		_, _ = fmt.Fprintf(s.emulator, "\x1b[r\x1b[%dH%s\x1b[%d;%dH", s.emulator.Height(), strings.Repeat("\n", missing),
			rows, at.X+1)
	}
}

// fitMain redraws the main screen, which is under the alternate one, for another size.
func (s *state) fitMain(rows, columns int) {
	if s.main == nil {
		return
	}
	main := New(s.emulator.Height(), s.emulator.Width(), nil)
	defer main.Close()
	_, _ = main.Write(s.main)
	main.Resize(rows, columns)
	s.main = main.state.drawn(nil)
}
