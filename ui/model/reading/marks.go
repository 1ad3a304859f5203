package reading

import (
	"strings"
	"time"

	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Moment is an entry that is marked in a replay.
type Moment struct {
	At time.Time
	// Kind is turn, edit or wait.
	Kind string
	Text string
	// Entry is its number. That of an entry that is not shown is the next one's.
	Entry int
}

const (
	// mostMarks is how many are kept of a session.
	mostMarks = 5000
	// markLength is how long the text of one, or a title, is, in cells.
	markLength = 100
)

// mark keeps an entry's moment, if it is to be marked.
func (r *Reading) mark(e *Entry) {
	switch {
	case e.Starts:
		r.keepMoment(Moment{Kind: "turn", Text: e.Text, Entry: e.Number}, e.Time)
	case len(e.Changes) > 0:
		r.keepMoment(Moment{Kind: "edit", Text: e.Line, Entry: e.Number}, e.Time)
	}
}

// markAnswer keeps when a CLI stopped waiting for an answer. The entry that tells it is not shown: the mark belongs to
// the next one that is.
func (r *Reading) markAnswer(e *timeline.Entry) {
	if strings.HasPrefix(e.ID, signals.AnswerEntry) {
		r.keepMoment(Moment{Kind: "wait", Text: e.Content.Head(4 * markLength), Entry: len(r.ends)}, e.Timestamp)
	}
}

// keepMoment keeps a moment at a time that a source has written.
func (r *Reading) keepMoment(m Moment, written string) {
	var err error
	if m.At, err = time.Parse(time.RFC3339, written); err != nil || len(r.Marks) == mostMarks {
		return
	}
	m.Text = headline(m.Text)
	r.Marks = append(r.Marks, m)
}

// headline returns the beginning of a text in one line.
func headline(text string) string {
	return plain.Fit(plain.Line(text[:min(len(text), 4*markLength)]), markLength)
}
