package draft

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Difference describes how a copy differs from its original.
type Difference struct {
	// Dropped is in the order of the original. The other lists are in the order of the copy.
	Dropped  []Different `json:"dropped"`
	Changed  []Different `json:"changed"`
	Inserted []Different `json:"inserted"`
	Moved    []Different `json:"moved"`
}

// Different is an entry with a different content or position.
type Different struct {
	// Was is its number in the original. Is is its number in the copy. 0 means that it is not there.
	Was int                `json:"was,omitempty"`
	Is  int                `json:"is,omitempty"`
	ID  string             `json:"id"`
	As  timeline.EntryType `json:"type"`
	// Headline is the beginning of its text, or its call, as a line that is safe for a terminal. For a changed entry it
	// shows the original.
	Headline string `json:"headline"`
	// Diff is the change of its text as a unified diff, without file names.
	Diff string `json:"diff,omitempty"`
}

// IsNone reports whether there are no differences.
func (d Difference) IsNone() bool {
	return len(d.Dropped)+len(d.Changed)+len(d.Inserted)+len(d.Moved) == 0
}

// Difference returns how the copy differs from its original, which it reads once. Errors are those of the original's
// stream and of ctx.
func (c *Copy) Difference(ctx context.Context) (Difference, error) {
	d := Difference{Dropped: []Different{}, Changed: []Different{}, Inserted: []Different{}, Moved: []Different{}}
	places := map[int]int{}
	elsewhere := moved(c.items)
	for at, i := range c.items {
		if i.row == isNew {
			d.Inserted = append(d.Inserted, Different{Is: at + 1, ID: i.id, As: i.kind, Headline: headline(*i.text)})
		} else {
			places[i.row] = at
		}
	}
	row := 0
	err := c.source.Each(ctx, func(e *timeline.Entry) error {
		if !e.Active() || row == len(c.base.rows) {
			return nil
		}
		at, stays := places[row]
		row++
		one := Different{Was: row, ID: strings.Clone(e.ID), As: e.Type}
		if !stays {
			one.Headline = headlineOf(e)
			d.Dropped = append(d.Dropped, one)
			return nil
		}
		one.Is = at + 1
		if elsewhere[at] {
			one.Headline = headlineOf(e)
			d.Moved = append(d.Moved, one)
		}
		if i := c.items[at]; i.text != nil {
			one.Headline, one.Diff = headlineOf(e), diff(Text(e), Text(i.edited(e)))
			d.Changed = append(d.Changed, one)
		}
		return nil
	})
	byPlace := func(a, b Different) int { return a.Is - b.Is }
	slices.SortFunc(d.Changed, byPlace)
	slices.SortFunc(d.Moved, byPlace)
	return d, err
}

// Text returns the part of an entry that can be rewritten: the text of a message, the result of a call or the reason
// why it failed, or the arguments of a call as indented JSON.
func Text(e *timeline.Entry) string {
	switch {
	case e.Type == timeline.ToolCall:
		var arguments bytes.Buffer
		if json.Indent(&arguments, e.Input, "", "  ") == nil {
			return arguments.String()
		}
		return string(e.Input)
	case e.Type == timeline.ToolResult && e.Output.IsEmpty():
		return e.Error.String()
	case e.Type == timeline.ToolResult:
		return e.Output.String()
	}
	return e.Content.String()
}

// longestHeadline is the maximum width of a headline, in terminal cells.
const longestHeadline = 100

func headlineOf(e *timeline.Entry) string {
	switch e.Type {
	case timeline.ToolCall:
		return plain.Fit(transcript.Headline(e), longestHeadline)
	case timeline.ToolResult:
		return headline(Text(e))
	default:
		if e.Content.IsBlank() && !e.Thinking.IsEmpty() {
			return headline("(thinking) " + e.Thinking.Head(4*longestHeadline))
		}
		return headline(e.Content.Head(4 * longestHeadline))
	}
}

func headline(text string) string {
	for line := range strings.Lines(text) {
		if !isBlank(line) {
			return plain.Fit(plain.Line(line), longestHeadline)
		}
	}
	return ""
}

// longestCompared is the maximum total size, in bytes, of two texts that are compared line by line. Beyond it, the diff
// replaces one with the other.
const longestCompared = 1 << 20

// diff returns the hunks of the difference between two texts. It adds a missing line end to the last line, because that
// difference does not matter to people.
func diff(old, new string) string {
	old, new = withLineEnd(old), withLineEnd(new)
	edits := udiff.Lines(old, new)
	if len(old)+len(new) > longestCompared {
		edits = []udiff.Edit{{Start: 0, End: len(old), New: new}}
	}
	unified, err := udiff.ToUnified("", "", old, edits, udiff.DefaultContextLines)
	if err != nil {
		return "" // only for overlapping edits, which do not occur
	}
	_, hunks, _ := strings.Cut(unified, "\n@@")
	if hunks == "" {
		return ""
	}
	return "@@" + hunks
}

func withLineEnd(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
