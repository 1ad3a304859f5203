package screen

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
)

// Span is a part of a row whose cells have the same style.
type Span struct {
	Column, Width int // in cells; the first column is 0
	Text          string
	Style         Style
}

// Style describes how cells are drawn. A nil color is the terminal's default.
type Style struct {
	Foreground, Background                   color.Color
	Bold, Faint, Italic, Underline, Reversed bool
}

// Spans returns the rows of the screen, each split where the style changes. Reversed colors are already swapped.
// Reversed is set if such a swap involved the terminal's default colors. A row without visible content has no spans.
func (s *Screen) Spans() [][]Span {
	s.access.Lock()
	defer s.access.Unlock()
	rows := make([][]Span, s.emulator.Height())
	for y := range rows {
		var spans []Span
		for x := range s.emulator.Width() {
			cell := s.emulator.CellAt(x, y)
			if cell == nil || cell.Width == 0 {
				continue // the second half of a wide character
			}
			spans = extendSpans(spans, Span{Column: x, Width: cell.Width, Text: cell.Content, Style: styleOf(cell.Style)})
		}
		rows[y] = withoutBlanks(spans)
	}
	return rows
}

// extendSpans appends a cell. It extends the last span if the style is the same.
func extendSpans(spans []Span, cell Span) []Span {
	if cell.Text == "" {
		cell.Text = " "
	}
	if last := len(spans) - 1; last >= 0 && spans[last].Style == cell.Style {
		spans[last].Text += cell.Text
		spans[last].Width += cell.Width
		return spans
	}
	return append(spans, cell)
}

// withoutBlanks removes the spans that have no visible content.
func withoutBlanks(spans []Span) []Span {
	var drawn []Span
	for _, span := range spans {
		if !span.isBlank() {
			drawn = append(drawn, span)
		}
	}
	return drawn
}

func (s Span) isBlank() bool {
	for _, letter := range s.Text {
		if letter != ' ' {
			return false
		}
	}
	return s.Style.Background == nil && !s.Style.Underline && !s.Style.Reversed
}

func styleOf(s uv.Style) Style {
	style := Style{
		Foreground: s.Fg, Background: s.Bg,
		Bold: s.Attrs&uv.AttrBold != 0, Faint: s.Attrs&uv.AttrFaint != 0, Italic: s.Attrs&uv.AttrItalic != 0,
		Underline: s.Underline != 0,
	}
	if s.Attrs&uv.AttrReverse != 0 {
		style.Reversed = s.Fg == nil || s.Bg == nil
		style.Foreground, style.Background = s.Bg, s.Fg
	}
	return style
}
