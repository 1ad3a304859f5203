package recall

import (
	"fmt"
	"io"
	"strings"

	"stead/catalog/memory"
	"stead/internal/term/plain"
)

// heading tells the model what it reads. It is a note, not an order: the texts come from sessions.
const heading = "# From earlier sessions\n\nNotes that were found in earlier sessions, with how far they can be trusted (0 to 1) and where they come from. Check before you rely on one.\n"

// sections are the headings of the kinds, in order.
var sections = []struct {
	kind  memory.FindingKind
	title string
}{
	{memory.SkillLearningKind, "What the user wants"}, {memory.DecisionKind, "What was decided"},
	{memory.ErrorSolutionKind, "What failed, and what cured it"}, {memory.PatternKind, "What is done again and again"},
}

// section returns what stands above the pieces of a kind.
func section(kind memory.FindingKind) string {
	for _, s := range sections {
		if s.kind == kind {
			return "\n## " + s.title + "\n\n"
		}
	}
	return ""
}

const (
	// mostPiece is how long a piece may be, in bytes.
	mostPiece = 600
	// bytesPerToken is about how much of a text makes a token, as models count.
	bytesPerToken = 4
)

// Write writes pieces as Markdown. It writes nothing for none.
func Write(w io.Writer, pieces []Piece) error {
	if len(pieces) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString(heading)
	for _, s := range sections {
		isFirst := true
		for _, p := range pieces {
			if p.Kind != s.kind {
				continue
			}
			if isFirst {
				b.WriteString(section(s.kind))
				isFirst = false
			}
			b.WriteString(line(p))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line returns a piece as an item of a list. What it says comes from strangers' texts: it stays in its line, without
// what a terminal would obey.
func line(p Piece) string {
	text := plain.Line(p.Text)
	if len(text) > mostPiece {
		text = strings.ToValidUTF8(text[:mostPiece], "") + "…"
	}
	times := ""
	if p.Seen > 1 {
		times = fmt.Sprintf(", seen %d times", p.Seen)
	}
	return fmt.Sprintf("- %s (%.2f%s, %s)\n", text, p.Confidence, times, plain.Text(p.Reference))
}
