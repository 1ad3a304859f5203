package search

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"stead/catalog/search"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
)

// answer is the output of --json.
type answer struct {
	Sessions int   `json:"sessions"`
	Hits     int   `json:"hits"`
	Rows     []row `json:"rows"`
	// Scanned says that the sessions' files were searched, not the index, on at least one of the machines.
	Scanned bool `json:"scanned,omitempty"`
}

// row is a hit.
type row struct {
	// Reference begins with the machine's name and a slash if Machine is not empty. It is empty for this machine.
	Reference string `json:"reference"`
	Machine   string `json:"machine,omitempty"`
	// Also names other sessions that contain the text.
	Also    []string  `json:"also,omitempty"`
	CLI     string    `json:"cli"`
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Project string    `json:"project"`
	Updated time.Time `json:"updated"`
	Turn    int       `json:"turn"`
	Kind    string    `json:"kind"`
	Time    time.Time `json:"time,omitzero"`
	// Text is the text around the hit; Context has it in parts.
	Text    string `json:"text"`
	Context []span `json:"context"`
}

type span struct {
	Text  string `json:"text"`
	Match bool   `json:"match,omitempty"`
}

func (v *view) print(r answer) error {
	if v.o.asJSON {
		return v.p.Term.Out.JSON(r)
	}
	out := bufio.NewWriter(v.p.Term.Out)
	for i, hit := range r.Rows {
		_, _ = fmt.Fprintf(out, "%s%s\n    %s\n", v.number(i), v.head(hit), v.context(hit.Context))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if r.Hits > 0 {
		v.p.Term.Err.Message("%s in %s%s", transcript.Count(r.Hits, "hit"), transcript.Count(r.Sessions, "session"), v.shown(r))
	}
	return nil
}

// answerOf returns the answer for a search's result. Mask returns a text with its secrets masked.
func answerOf(r search.Result, mask func(text string) string) answer {
	a := answer{Sessions: r.Sessions, Hits: r.Hits, Rows: []row{}, Scanned: r.Scanned}
	for _, h := range r.Rows {
		s := h.Session
		line := row{
			Reference: h.Reference, Also: h.Also, CLI: s.CLI, ID: s.ID, Title: mask(s.Title), Project: s.Project,
			Updated: s.Updated, Turn: h.Turn, Kind: h.Kind.String(),
			Time: h.Time, Context: []span{},
		}
		for _, part := range h.Context {
			line.Text += part.Text
			line.Context = append(line.Context, span(part))
		}
		if masked := mask(line.Text); masked != line.Text { // the positions of the matches are then unknown
			line.Text, line.Context = masked, []span{{Text: masked}}
		}
		a.Rows = append(a.Rows, line)
	}
	return a
}

// number returns the number with which a hit is chosen.
func (v *view) number(i int) string {
	if !v.o.opens {
		return ""
	}
	return fmt.Sprintf("%2d  ", i+1)
}

// head says where a hit is.
func (v *view) head(h row) string {
	reference, at := plain.Line(h.Reference), plain.Line(h.Kind)
	if h.Turn > 0 {
		at = fmt.Sprintf("turn %d, %s", h.Turn, at)
	}
	if len(h.Also) > 0 {
		at += ", also in " + plain.Line(strings.Join(h.Also, ", "))
	}
	when := h.Time
	if when.IsZero() {
		when = h.Updated
	}
	age, project := term.Age(v.s.Host.Now().Sub(when)), plain.Line(filepath.Base(h.Project))
	used := plain.Width(reference+at+age+project+v.number(0)) + 8
	return strings.Join([]string{
		v.styled(term.Cyan, reference), at, v.styled(term.Dim, age), v.styled(term.Dim, project),
		plain.Fit(plain.Line(h.Title), max(10, v.width()-used)),
	}, "  ")
}

// width returns how many cells a line may have. Without a terminal, it is the width of a wide one.
func (v *view) width() int {
	if width := v.p.Term.Out.Width(); width > 0 {
		return width
	}
	return 240
}

// context returns the text around a hit on one line, with the matches in bold, or between ** if bold is unavailable.
func (v *view) context(parts []span) string {
	var b strings.Builder
	left := v.width() - 4
	for i, part := range parts {
		text := oneLine(part.Text)
		if i == 0 {
			text = strings.TrimLeft(text, " ")
		}
		mark := v.mark(part)
		if most := left / 3; i == 0 && mark.begin == "" && len(parts) > 1 {
			text = plain.FitEnd(text, most)
		}
		if left -= mark.cells; left < 1 {
			break
		}
		text = plain.Fit(text, left)
		left -= plain.Width(text)
		b.WriteString(mark.begin + text + mark.end)
	}
	return b.String()
}

// mark is the marking around a match.
type mark struct {
	begin, end string
	cells      int
}

func (v *view) mark(part span) mark {
	switch {
	case !part.Match:
		return mark{}
	case v.p.Term.Out.Colored():
		return mark{term.Bold, term.Plain, 0}
	}
	return mark{"**", "**", 4}
}

// oneLine returns a text on one line, with a blank at each end that had one.
func oneLine(text string) string {
	line := plain.Line(text)
	if line == "" {
		return " "
	}
	if strings.TrimLeft(text, " \t\r\n") != text {
		line = " " + line
	}
	if strings.TrimRight(text, " \t\r\n") != text {
		line += " "
	}
	return line
}

func (v *view) styled(style, text string) string {
	if !v.p.Term.Out.Colored() || text == "" {
		return text
	}
	return style + text + term.Plain
}

// shown says how many hits are shown, if not all are.
func (v *view) shown(r answer) string {
	if len(r.Rows) == r.Hits {
		return ""
	}
	return fmt.Sprintf("; %d are shown, -n shows more", len(r.Rows))
}
