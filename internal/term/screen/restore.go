package screen

import (
	"bytes"
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Restore returns the bytes that bring another terminal of the same size, at rest, to where this one is: the rows that
// have left the screen, as far as they are kept, every cell with its style, the main screen under the alternate one,
// the cursor, and the modes that the program has set. What stood on the terminal before is moved into its history.
// Output that goes on with the half of a sequence finds the other half there.
//
// Not restored: character sets, tab stops, left and right margins, colours of the palette.
func (s *Screen) Restore() []byte {
	s.access.Lock()
	defer s.access.Unlock()
	var b bytes.Buffer
	b.WriteString("\x1b[0m\x1b7\x1b[r\x1b8" + Blank(s.emulator.Height())) // to reset where it scrolls moves the cursor
	s.restoreHistory(&b)
	if s.state.main != nil {
		b.Write(s.state.main)
		b.WriteString("\x1b[?1049h\x1b[0m\x1b]8;;\x1b\\\x1b[H")
	}
	b.Write(s.state.drawn(s.modes.Redo()))
	b.Write(s.held)
	return b.Bytes()
}

// Blank returns what clears a terminal of so many rows and brings its cursor into the first row. What stands above the
// cursor is moved into the history, without blank rows behind it; what stands below it is erased.
func Blank(rows int) string { return "\x1b[J" + strings.Repeat("\n", rows) + "\x1b[H" }

// restoreHistory writes what left the screen at the top and lets it leave again.
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

// drawn returns what draws the shown screen on a blank one, with modes set when all is drawn and the cursor is not
// placed yet.
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

// writeCursor places the cursor. That the next letter goes to the next line is brought about by the letter before it.
func (s *state) writeCursor(b *bytes.Buffer) {
	at := s.emulator.CursorPosition()
	fmt.Fprintf(b, "\x1b[%d;%dH", at.Y+1, at.X+1)
	if cell := s.emulator.CellAt(at.X, at.Y); s.wraps && cell != nil {
		b.WriteString(style(cell.Style) + cell.Content)
	}
	b.WriteString("\x1b[0m" + s.pen().String())
}

// Draw returns the bytes that put the part of the screen around the cursor over whatever stands on a terminal of
// another size. Modes and history stay out.
func (s *Screen) Draw(rows, columns int) []byte {
	s.access.Lock()
	defer s.access.Unlock()
	at := s.emulator.CursorPosition()
	top, left := first(at.Y, rows, s.emulator.Height()), first(at.X, columns, s.emulator.Width())
	b := bytes.NewBufferString("\x1b[?25l\x1b[0m")
	for y := range rows {
		fmt.Fprintf(b, "\x1b[%dH\x1b[K", y+1) // erased behind it, a row as wide as the terminal would lose its last cell
		part := func(x int) *uv.Cell { return s.emulator.CellAt(left+x, top+y) }
		writeCells(b, fitting(min(columns, s.emulator.Width()-left), part), part)
	}
	fmt.Fprintf(b, "\x1b[%d;%dH", at.Y-top+1, at.X-left+1)
	if !s.modes.Hidden() {
		b.WriteString("\x1b[?25h")
	}
	return b.Bytes()
}

// first returns the first of so many cells that are shown, so that one of all is among them.
func first(shown, cells, all int) int {
	if cells >= all {
		return 0
	}
	return min(max(0, shown-cells+1), all-cells)
}

// fitting is width, less a last wide letter of which only half would be seen.
func fitting(width int, cell func(x int) *uv.Cell) int {
	if last := cell(width - 1); last != nil && last.Width > 1 {
		return width - 1
	}
	return width
}

// rowLength is the row's width without blank cells at its end.
func rowLength(width int, cell func(x int) *uv.Cell) int {
	for ; width > 0; width-- {
		if c := cell(width - 1); c != nil && !c.IsZero() && !c.Equal(&uv.EmptyCell) {
			break
		}
	}
	return width
}

// writeCells writes cells with their styles and links, and leaves the pen at rest.
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

// String returns the sequences that make a pen at rest this one.
func (p pen) String() string {
	if p.link.IsZero() {
		return style(p.Style)
	}
	return style(p.Style) + ansi.SetHyperlink(p.link.URL, p.link.Params)
}

// style returns the sequence that sets a style on a pen at rest.
func style(s uv.Style) string {
	if s.IsZero() {
		return ""
	}
	return s.String()
}
