package screen

import (
	"bytes"
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Restore returns the bytes that bring another terminal of the same size, in its default state, to the state of this
// one: the rows that have left the screen, as far as they are kept, every cell with its style, the main screen under
// the alternate one, the cursor, and the modes that the program has set. The previous content of the terminal moves
// into its history. If the output has ended within a sequence, the first part of the sequence is the last thing that
// Restore returns, so that the next output can complete it.
//
// Restore does not include character sets, tab stops, left and right margins, and palette colors.
func (s *Screen) Restore() []byte {
	s.access.Lock()
	defer s.access.Unlock()
	var b bytes.Buffer
	b.WriteString("\x1b[0m\x1b7\x1b[r\x1b8" + Blank(s.emulator.Height())) // a reset of the scroll region moves the cursor
	s.restoreHistory(&b)
	if s.state.main != nil {
		b.Write(s.state.main)
		b.WriteString("\x1b[?1049h\x1b[0m\x1b]8;;\x1b\\\x1b[H")
	}
	b.Write(s.state.drawn(s.modes.Redo()))
	b.Write(s.held)
	return b.Bytes()
}

// Blank returns the sequence that clears a terminal with the given number of rows and moves its cursor to the first
// row. The content above the cursor moves into the history, without blank rows after it. The content below the cursor
// is erased.
func Blank(rows int) string { return "\x1b[J" + strings.Repeat("\n", rows) + "\x1b[H" }

// restoreHistory writes the rows that left the screen at the top, and makes them leave again.
func (s *Screen) restoreHistory(b *bytes.Buffer) {
	lines := s.emulator.Scrollback().Lines()
	for _, line := range lines {
		writeCells(b, len(line), func(x int) *uv.Cell { return &line[x] })
		b.WriteString("\r\n")
	}
	if len(lines) > 0 {
		b.WriteString(string(bytes.Repeat([]byte("\n"), s.emulator.Height())) + "\x1b[H")
	}
}

// drawn returns the bytes that draw the displayed screen on a blank one. The modes are set after everything is drawn
// and before the cursor is placed.
func (s *state) drawn(modes []byte) []byte {
	var b bytes.Buffer
	s.writeRows(&b)
	if s.titled {
		b.WriteString("\x1b]2;" + s.title + "\a")
	}
	if saved := s.saved[s.screen()]; saved != nil {
		fmt.Fprintf(&b, "\x1b[%d;%dH%v\x1b7\x1b[0m\x1b]8;;\x1b\\", saved.at.Y+1, saved.at.X+1, saved.pen)
	}
	b.Write(modes)
	if s.shape != 0 {
		fmt.Fprintf(&b, "\x1b[%d q", s.shape)
	}
	if r := s.regions[s.screen()]; r != (region{}) {
		fmt.Fprintf(&b, "\x1b[%d;%dr", r.top, r.bottom)
	}
	s.writeCursor(&b)
	return b.Bytes()
}

func (s *state) writeRows(b *bytes.Buffer) {
	for y := range s.emulator.Height() {
		s.writeRow(b, y)
	}
}

// writeRow writes a row that is not blank over a blank one.
func (s *state) writeRow(b *bytes.Buffer, y int) {
	cell := func(x int) *uv.Cell { return s.emulator.CellAt(x, y) }
	if length := rowLength(s.emulator.Width(), cell); length > 0 {
		fmt.Fprintf(b, "\x1b[%dH", y+1)
		writeCells(b, length, cell)
	}
}

// writeCursor places the cursor. If the next character belongs to the next line, writeCursor writes the character
// before it again.
func (s *state) writeCursor(b *bytes.Buffer) {
	at := s.emulator.CursorPosition()
	fmt.Fprintf(b, "\x1b[%d;%dH", at.Y+1, at.X+1)
	if cell := s.emulator.CellAt(at.X, at.Y); s.wraps && cell != nil {
		b.WriteString(style(cell.Style) + cell.Content)
	}
	b.WriteString("\x1b[0m" + s.pen().String())
}

// Draw returns the bytes that draw the part of the screen around the cursor over the content of a terminal of another
// size. They do not include modes and history.
func (s *Screen) Draw(rows, columns int) []byte {
	s.access.Lock()
	defer s.access.Unlock()
	at := s.emulator.CursorPosition()
	top, left := first(at.Y, rows, s.emulator.Height()), first(at.X, columns, s.emulator.Width())
	b := bytes.NewBufferString("\x1b[?25l\x1b[0m")
	for y := range rows {
		fmt.Fprintf(b, "\x1b[%dH\x1b[K", y+1) // erased afterwards, a row as wide as the terminal would lose its last cell
		if top+y >= s.emulator.Height() {
			continue
		}
		part := func(x int) *uv.Cell { return s.emulator.CellAt(left+x, top+y) }
		writeCells(b, fitting(min(columns, s.emulator.Width()-left), part), part)
	}
	fmt.Fprintf(b, "\x1b[%d;%dH", at.Y-top+1, at.X-left+1)
	if !s.modes.Hidden() {
		b.WriteString("\x1b[?25h")
	}
	return b.Bytes()
}

// first returns the index of the first of the displayed cells, such that the cell with the index shown is one of them.
func first(shown, cells, all int) int {
	if cells >= all {
		return 0
	}
	return min(max(0, shown-cells+1), all-cells)
}

// fitting returns the width, without a last wide character of which only half would be visible.
func fitting(width int, cell func(x int) *uv.Cell) int {
	if last := cell(width - 1); last != nil && last.Width > 1 {
		return width - 1
	}
	return width
}

// rowLength returns the width of the row without blank cells at its end.
func rowLength(width int, cell func(x int) *uv.Cell) int {
	for ; width > 0; width-- {
		if c := cell(width - 1); c != nil && !c.IsZero() && !c.Equal(&uv.EmptyCell) {
			break
		}
	}
	return width
}

// writeCells writes cells with their styles and links, and resets the pen afterwards.
func writeCells(b *bytes.Buffer, width int, cell func(x int) *uv.Cell) {
	var pen uv.Style
	var link uv.Link
	for x := 0; x < width; {
		c := cell(x)
		if c == nil || c.Content == "" {
			c = &uv.Cell{Content: " ", Width: 1}
			if at := cell(x); at != nil {
				c.Style = at.Style
			}
		}
		if !c.Style.Equal(&pen) {
			b.WriteString("\x1b[0m" + style(c.Style))
			pen = c.Style
		}
		if c.Link != link {
			b.WriteString(ansi.SetHyperlink(c.Link.URL, c.Link.Params))
			link = c.Link
		}
		b.WriteString(c.Content)
		x += max(1, c.Width)
	}
	if !link.IsZero() {
		b.WriteString(ansi.ResetHyperlink())
	}
	if !pen.IsZero() {
		b.WriteString("\x1b[0m")
	}
}

// String returns the sequences that turn a default pen into this one.
func (p pen) String() string {
	if p.link.IsZero() {
		return style(p.Style)
	}
	return style(p.Style) + ansi.SetHyperlink(p.link.URL, p.link.Params)
}

// style returns the sequence that sets a style on a default pen.
func style(s uv.Style) string {
	if s.IsZero() {
		return ""
	}
	return s.String()
}
