package questions

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"stead/inject"
	"stead/inject/signals"
)

// Desk is where the questions of one CLI are drawn and answered. All its functions must be set; none but Answered may
// use the register.
type Desk struct {
	// Screen returns the text that stands on the CLI's screen, row by row.
	Screen func() []byte
	// Offers returns the answers to a question that a screen offers. See [inject.Answerer].
	Offers func(q signals.Question, screen []byte) []inject.Offer
	// Press gives an answer to the CLI.
	Press func(inject.Offer) error
	// Answered is told of an answer that was given from outside.
	Answered func(signals.Answer)
}

// Register holds the questions of a run, across all its CLIs. It is safe for use by several goroutines. The zero value
// is ready.
type Register struct {
	mutex sync.Mutex
	desk  *Desk
	// open are the questions that the CLI has not gone on from, as they were asked. CLIs ask several at once, and draw one
	// after the other.
	open []*asked
	// newest is the id of the first question that was asked last.
	newest string
	// called are calls that may be asked about: some CLIs say only that they ask, not for which call.
	called []signals.Question
	// isVague says that the CLI asks now without having said for which call.
	isVague bool
	// given are the last answers, the newest last.
	given []signals.Answer
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

// mostGiven is how many answers are remembered, to tell whoever comes late who was faster; mostOpen how many questions
// and calls.
const (
	mostGiven = 50
	mostOpen  = 100
)

// Sit has the questions of the next CLI drawn and answered at a desk; nil says that this cannot be done. What the CLI
// before has asked is over.
func (r *Register) Sit(d *Desk) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.desk, r.open, r.called, r.isVague = d, nil, nil, false
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
	before := len(r.open)
	for _, q := range all {
		r.add(q, now)
	}
	if len(r.open) > before {
		r.newest = r.open[before].ID
	}
	r.look(screen)
	return r.current()
}

func (r *Register) add(q signals.Question, now time.Time) {
	_, hasAnswer := r.answer(q.ID)
	isOpen := slices.ContainsFunc(r.open, func(a *asked) bool { return isSame(a.Question, q) })
	if hasAnswer || isOpen || len(r.open) == mostOpen || r.stillStands(q, now) {
		return
	}
	if q.ID == "" {
		q.ID = "q" + strconv.FormatInt(now.UnixNano(), 36)
	}
	r.open = append(r.open, &asked{Question: q})
}

// isSame reports whether a question is one that was asked before. What is read from the screen is read there again and
// again.
func isSame(before, q signals.Question) bool {
	return before.ID == q.ID || q.ID == "" && q.Partial && before.About == q.About
}

// fading is how long a dialog may stand on the screen after its answer.
const fading = 2 * time.Second

// stillStands reports whether a question that was read from the screen is one that has just been answered.
func (r *Register) stillStands(q signals.Question, now time.Time) bool {
	return q.ID == "" && q.Partial && slices.ContainsFunc(r.given,
		func(a signals.Answer) bool { return a.About == q.About && now.Sub(a.At) < fading })
}

func (r *Register) answer(id string) (signals.Answer, bool) {
	at := slices.IndexFunc(r.given, func(a signals.Answer) bool { return a.Question == id })
	if at < 0 {
		return signals.Answer{}, false
	}
	return r.given[at], true
}

// Current returns the question that is drawn, else the one that was asked last. Nil when none is open.
func (r *Register) Current() *signals.Question {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.current()
}

func (r *Register) current() *signals.Question {
	if len(r.open) == 0 {
		return nil
	}
	at := slices.IndexFunc(r.open, func(a *asked) bool { return a.isDrawn })
	if at < 0 {
		at = max(0, r.index(r.newest))
	}
	q := r.open[at].Question
	return &q
}

func (r *Register) index(id string) int {
	return slices.IndexFunc(r.open, func(a *asked) bool { return a.ID == id })
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
	isDrawn := r.look(screen)
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
	if slices.ContainsFunc(r.open, func(a *asked) bool { return a.isDrawn && a.presses == 0 }) {
		seen.Drawn = r.current()
	}
	return seen
}

// screen returns what stands on the CLI's screen. The register is not locked meanwhile: who draws there may be about to
// ask.
func (r *Register) screen() []byte {
	r.mutex.Lock()
	desk, isIdle := r.desk, len(r.open)+len(r.called) == 0
	r.mutex.Unlock()
	if desk == nil || isIdle {
		return nil
	}
	return desk.Screen()
}

// look notes which open question is drawn, with its answers: one at most.
func (r *Register) look(screen []byte) (isDrawn bool) {
	for _, a := range r.open {
		a.isDrawn, a.Options = false, nil
		if isDrawn || r.desk == nil {
			continue
		}
		for _, o := range r.desk.Offers(a.Question, screen) {
			a.Options = append(a.Options, o.Option)
		}
		isDrawn = len(a.Options) > 0
		a.isDrawn, a.wasDrawn = isDrawn, a.wasDrawn || isDrawn
	}
	return isDrawn
}

// Resumed says that the CLI goes on. Where its screen tells nothing, all that it has asked has its answers, which are
// returned.
func (r *Register) Resumed(now time.Time) []signals.Answer {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.isVague = false
	for _, a := range r.open {
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
	r.open = slices.DeleteFunc(r.open, func(a *asked) bool {
		if !isOver(a) {
			return false
		}
		if a.presses == 0 {
			over = append(over, signals.Answer{Question: a.ID, About: a.About, By: signals.OnScreen, At: now.UTC()})
		}
		r.called = slices.DeleteFunc(r.called, func(c signals.Question) bool { return c.ID == a.ID })
		return true
	})
	r.keep(over...)
	return over
}

func (r *Register) keep(answers ...signals.Answer) {
	r.given = append(r.given, answers...)
	r.given = r.given[max(0, len(r.given)-mostGiven):]
}
