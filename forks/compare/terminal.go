package compare

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"stead/internal/render/columns"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
)

// TerminalOptions say how a comparison is shown.
type TerminalOptions struct {
	// Width is how many cells a line has; 0 is 80.
	Width int
	// Color allows styles.
	Color bool
	// Full cuts no list short.
	Full bool
}

// sides are what the columns are called where they stand under each other.
var sides = [2]string{"left", "right"}

// titleLength is how much of a prompt stands for a turn that need not be shown, in cells.
const titleLength = 120

// mostListed is how many files are named, unless all are wanted.
const mostListed = 12

// WriteTerminal shows the comparison. The error is that of w.
func WriteTerminal(w io.Writer, c Comparison, o TerminalOptions) error {
	p := &printer{page: columns.Page{Width: o.Width, Color: o.Color}, full: o.Full, w: bufio.NewWriter(w)}
	p.row(p.head(0, c.Left), p.head(1, c.Right))
	p.rule()
	p.one(columns.Line{Text: c.Verdict(), Style: columns.Bold})
	for _, pair := range c.Turns {
		p.rule()
		if pair.Same {
			p.row(same(pair.Left), same(pair.Right))
		} else {
			p.row(p.turn(0, pair.Left), p.turn(1, pair.Right))
		}
	}
	p.files(c.Files)
	return p.w.Flush()
}

// printer writes rows. The buffer keeps the first error until it is flushed.
type printer struct {
	page columns.Page
	full bool
	w    *bufio.Writer
}

func (p *printer) row(left, right columns.Cell) { _ = p.page.Write(p.w, left, right) }

func (p *printer) one(lines ...columns.Line) { _ = p.page.Write(p.w, lines) }

func (p *printer) rule() { _ = p.page.Rule(p.w, 2) }

// label names a side where the columns do not.
func (p *printer) label(side int, text string) string {
	if p.page.Fits(2) {
		return text
	}
	return sides[side] + ": " + text
}

func (p *printer) head(side int, s Side) columns.Cell {
	cell := columns.Cell{{Text: p.label(side, s.Name), Style: columns.Bold}}
	for _, text := range []string{s.Kept(), s.Folder, s.Sums()} {
		if text != "" {
			cell = append(cell, columns.Line{Text: plain.Line(text)})
		}
	}
	return cell
}

func (p *printer) turn(side int, t *Turn) columns.Cell {
	if t == nil {
		if p.page.Fits(2) {
			return nil
		}
		return columns.Cell{{Text: p.label(side, "no more turns"), Style: columns.Faint}}
	}
	cell := columns.Cell{{Text: p.label(side, fmt.Sprintf("turn %d", t.Number)), Style: columns.Faint}}
	cell = append(cell, text("> ", columns.Cyan, t.Prompt)...)
	cell = append(cell, text("", columns.Normal, t.Answer)...)
	if sums := t.Sums(); sums != "" {
		cell = append(cell, columns.Line{Text: plain.Line(sums), Style: columns.Faint})
	}
	cell = append(cell, p.list("changed ", columns.Green, t.Changed)...)
	cell = append(cell, p.list("read ", columns.Faint, t.Read)...)
	for _, failed := range t.Errors {
		cell = append(cell, columns.Line{Lead: "failed ", Text: plain.Line(failed), Style: columns.Red})
	}
	return cell
}

// same shows a turn that is the same on the other side, by its beginning.
func same(t *Turn) columns.Cell {
	title, _, _ := strings.Cut(t.Prompt.Text, "\n")
	return columns.Cell{{Text: fmt.Sprintf("turn %d, the same on both sides", t.Number), Style: columns.Faint},
		{Lead: "> ", Text: plain.Fit(title, titleLength), Style: columns.Faint}}
}

// text shows a prompt or an answer, and how much of it is not there.
func text(lead string, style columns.Style, t Text) columns.Cell {
	if t.Text == "" {
		return nil
	}
	cell := columns.Cell{{Lead: lead, Text: t.Text, Style: style}}
	if t.More > 0 {
		cell = append(cell, columns.Line{Text: "... " + transcript.Size(t.More) + " more (--full)", Style: columns.Faint})
	}
	return cell
}

func (p *printer) list(lead string, style columns.Style, files []string) columns.Cell {
	if len(files) == 0 {
		return nil
	}
	listed, more := files, ""
	if !p.full && len(files) > mostListed {
		listed, more = files[:mostListed], fmt.Sprintf(" and %d more", len(files)-mostListed)
	}
	return columns.Cell{{Lead: lead, Text: plain.Line(strings.Join(listed, ", ")) + more, Style: style}}
}

// files says which files were changed by whom.
func (p *printer) files(f Files) {
	if len(f.Left)+len(f.Right)+len(f.Both) == 0 {
		return
	}
	p.rule()
	p.one(columns.Line{Text: "Files changed after that", Style: columns.Bold})
	p.one(p.list("by both: ", columns.Normal, f.Both)...)
	p.one(p.list("by the left one only: ", columns.Normal, f.Left)...)
	p.one(p.list("by the right one only: ", columns.Normal, f.Right)...)
}
