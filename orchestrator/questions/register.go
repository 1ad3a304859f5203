package questions

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"stead/inject/signals"
)

// Register holds the questions of a run, across all its CLIs. It is safe for use by several goroutines. The zero value
// is ready.
type Register struct {
	mutex sync.Mutex
	desk  *Desk
	open  open
	// called are calls that may be asked about: some CLIs say only that they ask, not for which call.
	called []signals.Question
	// isVague says that the CLI asks now without having said for which call.
	isVague bool
	given   answers
}

// mostOpen is how many questions and calls are known at once.
const mostOpen = 100

// Sit has the questions of the next CLI drawn and answered at a desk; nil says that this cannot be done. What the CLI
// before has asked is over.
func (r *Register) Sit(d *Desk) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.desk, r.open.asked, r.called, r.isVague = d, nil, nil, false
}

// Call notes a call for which the CLI may ask. If it asks already, without having said for what, it may be for this
// call: then Call returns the question that is to be shown, as [Register.Ask] does.
func (r *Register) Call(q signals.Question, now time.Time) *signals.Question {
	if r.note(q) {
		return r.Ask(&q, now)
	}
	return nil
}

// note keeps a call, and reports whether the CLI may be asking for it now.
func (r *Register) note(q signals.Question) (isAsked bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if slices.ContainsFunc(r.called, func(c signals.Question) bool { return c.ID == q.ID }) {
		return false
	}
	r.called = append(r.called, q)
	r.called = r.called[max(0, len(r.called)-mostOpen):]
	return r.isVague
}

// Ask notes a question; nil is one for a call that was noted before, or is noted soon: what a CLI tells the terminal
// may be read before what it has recorded. It returns the question that is to be shown, nil when nothing is known of
// it. A question without an id gets one.
func (r *Register) Ask(q *signals.Question, now time.Time) *signals.Question {
	screen := r.screen()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	all := r.called
	if q != nil {
		all = []signals.Question{*q}
	}
	r.isVague = r.isVague || q == nil
	before := len(r.open.asked)
	for _, q := range all {
		r.add(q, now)
	}
	if len(r.open.asked) > before {
		r.open.newest = r.open.asked[before].ID
	}
	r.open.look(r.desk, screen)
	return r.open.current()
}

func (r *Register) add(q signals.Question, now time.Time) {
	_, hasAnswer := r.given.to(q.ID)
	if hasAnswer || r.open.has(q) || len(r.open.asked) == mostOpen || r.given.stands(q, now) {
		return
	}
	if q.ID == "" {
		q.ID = "q" + strconv.FormatInt(now.UnixNano(), 36)
	}
	r.open.asked = append(r.open.asked, &asked{Question: q})
}

// Current returns the question that is drawn, else the one that was asked last. Nil when none is open.
func (r *Register) Current() *signals.Question {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.open.current()
}

// Settles is how long a dialog must be gone before its question counts as answered: a CLI that draws its screen anew
// clears it first, and what is seen in between has no dialog.
const Settles = 500 * time.Millisecond

// Seen is what a look at the screen tells.
type Seen struct {
	// Drawn is the open question without an answer that stands there. Nil when none does.
	Drawn *signals.Question
	// Over are the answers that were given on the screen.
	Over []signals.Answer
	// Unsettled says that a dialog has just gone: only another look, after [Settles], tells whether it stays away.
	Unsettled bool
}

// Look finds out which open question stands on the screen. A question is over when its dialog has gone, and the CLI
// draws another or does not wait any more: until then its user may have put something over it.
func (r *Register) Look(waits bool, now time.Time) (seen Seen) {
	screen := r.screen()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.desk == nil {
		return seen
	}
	isDrawn := r.open.look(r.desk, screen)
	seen.Over = r.close(now, func(a *asked) bool {
		isGone := a.wasDrawn && !a.isDrawn
		switch {
		case !isGone:
			a.gone = time.Time{}
		case a.gone.IsZero():
			a.gone = now
		}
		mayBeOver := isGone && (isDrawn || !waits || a.hasResumed)
		isOver := mayBeOver && (isDrawn || now.Sub(a.gone) >= Settles)
		seen.Unsettled = seen.Unsettled || mayBeOver && !isOver
		return isOver
	})
	if slices.ContainsFunc(r.open.asked, func(a *asked) bool { return a.isDrawn && a.presses == 0 }) {
		seen.Drawn = r.open.current()
	}
	return seen
}

// screen returns what stands on the CLI's screen. The register is not locked meanwhile: who draws there may be about to
// ask.
func (r *Register) screen() []byte {
	r.mutex.Lock()
	desk, isIdle := r.desk, len(r.open.asked)+len(r.called) == 0
	r.mutex.Unlock()
	if desk == nil || isIdle {
		return nil
	}
	return desk.Screen()
}

// Resumed says that the CLI goes on. Where its screen tells nothing, all that it has asked has its answers, which are
// returned.
func (r *Register) Resumed(now time.Time) []signals.Answer {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.isVague = false
	for _, a := range r.open.asked {
		a.hasResumed = true
	}
	return r.close(now, func(*asked) bool { return r.desk == nil })
}

// Answered says that a question has its answer, or that a call has its result: it is not asked about any more.
func (r *Register) Answered(id string, now time.Time) []signals.Answer {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.called = slices.DeleteFunc(r.called, func(c signals.Question) bool { return c.ID == id })
	return r.close(now, func(a *asked) bool { return a.ID == id })
}

// Ended says that the turn is over: nothing is asked any more.
func (r *Register) Ended(now time.Time) []signals.Answer {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.called, r.isVague = nil, false
	return r.close(now, func(*asked) bool { return true })
}

// close takes questions out of the open ones. One without an answer was answered on the CLI's own screen.
func (r *Register) close(now time.Time, isOver func(*asked) bool) (over []signals.Answer) {
	r.open.asked = slices.DeleteFunc(r.open.asked, func(a *asked) bool {
		if !isOver(a) {
			return false
		}
		if a.presses == 0 {
			over = append(over, signals.Answer{Question: a.ID, About: a.About, By: signals.OnScreen, At: now.UTC()})
		}
		r.called = slices.DeleteFunc(r.called, func(c signals.Question) bool { return c.ID == a.ID })
		return true
	})
	r.given.keep(over...)
	return over
}
