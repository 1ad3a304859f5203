package questions

import (
	"slices"
	"time"

	"stead/inject/signals"
)

// open are the questions that the CLI has not gone on from. CLIs ask several at once, and draw one after the other.
type open struct {
	asked []*asked // as they were asked
	// newest is the id of the first question that was asked last.
	newest string
}

// asked is an open question.
type asked struct {
	signals.Question
	// isDrawn says that its dialog stands on the screen, wasDrawn that it has stood there.
	isDrawn, wasDrawn bool
	// gone is since when its dialog has been gone from the screen. Zero while it stands there.
	gone time.Time
	// presses counts how often its answer was pressed. 0 is a question without an answer.
	presses int
	// pressed is when it was pressed last.
	pressed time.Time
	// hasResumed says that the CLI has gone on since, as far as its other signals tell.
	hasResumed bool
}

// has reports whether a question is open.
func (o *open) has(q signals.Question) bool {
	return slices.ContainsFunc(o.asked, func(a *asked) bool { return isSame(a.Question, q) })
}

// isSame reports whether a question is one that was asked before. What is read from the screen is read there again and
// again.
func isSame(before, q signals.Question) bool {
	return before.ID == q.ID || q.ID == "" && q.Partial && before.About == q.About
}

// current returns the question that is drawn, else the one that was asked last. Nil when none is open.
func (o *open) current() *signals.Question {
	if len(o.asked) == 0 {
		return nil
	}
	at := slices.IndexFunc(o.asked, func(a *asked) bool { return a.isDrawn })
	if at < 0 {
		at = max(0, o.index(o.newest))
	}
	q := o.asked[at].Question
	return &q
}

func (o *open) index(id string) int {
	return slices.IndexFunc(o.asked, func(a *asked) bool { return a.ID == id })
}

// look notes which open question is drawn, with its answers: one at most.
func (o *open) look(desk *Desk, screen []byte) (isDrawn bool) {
	for _, a := range o.asked {
		a.isDrawn, a.Options = false, nil
		if isDrawn || desk == nil {
			continue
		}
		for _, offer := range desk.Offers(a.Question, screen) {
			a.Options = append(a.Options, offer.Option)
		}
		isDrawn = len(a.Options) > 0
		a.isDrawn, a.wasDrawn = isDrawn, a.wasDrawn || isDrawn
	}
	return isDrawn
}
