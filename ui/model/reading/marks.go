package reading

import (
	"strings"
	"time"

	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Moment is an entry marked in a replay.
type Moment struct {
	At time.Time
	// Kind is turn, edit or wait.
	Kind string
	Text string
	// Entry is the entry's number. An entry that is not shown has the number of the next one.
	Entry int
}

const (
	// mostMarks is the maximum number of marks kept for a session.
	mostMarks = 5000
	// markLength is the maximum length of a mark's text, or of a title, in cells.
	markLength = 100
)

// mark keeps the entry's moment, if a replay marks such entries.
func (r *Reading) mark(e *Entry) {
	switch {
	case e.Starts:
		r.keepMoment(Moment{Kind: "turn", Text: e.Text, Entry: e.Number}, e.Time)
	case len(e.Changes) > 0:
		r.keepMoment(Moment{Kind: "edit", Text: e.Line, Entry: e.Number}, e.Time)
	}
}

// markAnswer records when a CLI stopped waiting for an answer. The entry that says so is not shown: the mark belongs to
// the next entry that is.
func (r *Reading) markAnswer(e *timeline.Entry) {
	if strings.HasPrefix(e.ID, signals.AnswerEntry) {
		r.keepMoment(Moment{Kind: "wait", Text: e.Content.Head(4 * markLength), Entry: len(r.ends)}, e.Timestamp)
	}
}

// keepMoment keeps a moment. Written is its time, as the source wrote it.
func (r *Reading) keepMoment(m Moment, written string) {
	var err error
	if m.At, err = time.Parse(time.RFC3339, written); err != nil || len(r.Marks) == mostMarks {
		return
	}
	m.Text = headline(m.Text)
	r.Marks = append(r.Marks, m)
}

// headline returns the beginning of a text as one line.
func headline(text string) string {
	return plain.Fit(plain.Line(text[:min(len(text), 4*markLength)]), markLength)
}
