package pane

import (
	"strings"

	"charm.land/lipgloss/v2"

	"stead/internal/term/plain"
	"stead/internal/term/screen"
)

// Picture draws what stands on the terminal of a run. Its texts are a stranger's: each one is cleaned, and the only
// sequences of a frame are those of the styles that this package makes. Where the terminal is larger than the pane, the
// bottom rows and the first columns are visible, because that is where a CLI asks.
type Picture struct {
	rows [][]screen.Span
	// up is the number of rows below the visible part.
	up int

	// drawn are the lines of the last frame, for a size.
	drawn         []string
	width, height int
}

// Set shows another picture.
func (p *Picture) Set(rows [][]screen.Span) { p.rows, p.drawn = rows, nil }

// Clear empties the pane.
func (p *Picture) Clear() { *p = Picture{} }

// Scroll moves the visible part: up with a negative number of rows.
func (p *Picture) Scroll(by int) {
	p.up = max(min(p.up-by, len(p.rows)-p.height), 0)
	p.drawn = nil
}

// Page scrolls by half a page, up or down.
func (p *Picture) Page(by int) { p.Scroll(by * max(p.height/2, 1)) }

// Below returns the number of rows below the visible part.
func (p *Picture) Below() int { return p.up }

// View returns the visible lines, at most height, each of the given width.
func (p *Picture) View(width, height int) []string {
	if p.drawn != nil && p.width == width && p.height == height {
		return p.drawn
	}
	p.width, p.height = width, height
	p.up = max(min(p.up, len(p.rows)-height), 0)
	end := len(p.rows) - p.up
	p.drawn = make([]string, 0, height)
	for _, row := range p.rows[max(end-height, 0):end] {
		p.drawn = append(p.drawn, rowOf(row, width))
	}
	return p.drawn
}

// cut marks a row that goes on at the right of the pane.
const cut = "…"

// rowOf draws a row: its beginning, if it is wider than the pane.
func rowOf(row []screen.Span, width int) string {
	room := width
	if n := len(row); n > 0 && endOf(row[n-1]) > width {
		room-- // for the mark
	}
	var line strings.Builder
	at := 0
	for _, span := range row {
		if span.Column >= room {
			break
		}
		line.WriteString(strings.Repeat(" ", max(span.Column-at, 0)))
		cells := min(span.Width, room-span.Column)
		line.WriteString(styleOf(span.Style).Render(textOf(span.Text, cells)))
		at = span.Column + cells
	}
	line.WriteString(strings.Repeat(" ", max(room-at, 0)))
	if room < width {
		line.WriteString(Faint.Render(cut))
	}
	return line.String()
}

// endOf returns the column after the last cell of a part of a row on which something is visible.
func endOf(s screen.Span) int {
	end := s.Column + s.Width
	if s.Style.Background == nil && !s.Style.Underline && !s.Style.Reversed {
		end -= len(s.Text) - len(strings.TrimRight(s.Text, " "))
	}
	return end
}

// textOf returns a text of exactly the given number of cells, with nothing that a terminal would obey.
func textOf(text string, cells int) string {
	text = Filled(lineEnds.Replace(plain.Text(head(text, cells))), cells)
	return Filled(text, cells) // where half of a wide character was cut off, too
}

// styleOf returns the style of a part of a row.
func styleOf(s screen.Style) lipgloss.Style {
	fore, back := s.Foreground, s.Background
	if s.Reversed { // the terminal swaps its own default colours
		fore, back = back, fore
	}
	style := lipgloss.NewStyle().Bold(s.Bold).Faint(s.Faint).Italic(s.Italic).Underline(s.Underline).Reverse(s.Reversed)
	if fore != nil {
		style = style.Foreground(fore)
	}
	if back != nil {
		style = style.Background(back)
	}
	return style
}
