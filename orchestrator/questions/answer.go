package questions

import (
	"slices"
	"time"

	"stead/inject/signals"
)

// Answer gives an answer to the CLI, if nobody has given one, and only while the question's own dialog stands on the
// screen. Errors: ErrNone, *UnknownError, *AnsweredError, ErrNotOffered, *OptionError, and those of the terminal.
func (r *Register) Answer(c signals.Choice, now time.Time) (signals.Answer, error) {
	answer, answered, err := r.give(c, r.screen(), now)
	if err == nil {
		answered(answer)
	}
	return answer, err
}

func (r *Register) give(c signals.Choice, screen []byte,
	now time.Time) (answer signals.Answer, answered func(signals.Answer), err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	a, err := r.meant(c.Question, screen)
	if err != nil {
		return answer, nil, err
	}
	offer, err := r.desk.offer(a, c.Option, screen)
	if err == nil {
		err = r.desk.press(a, offer, now)
	}
	if err != nil {
		return answer, nil, err
	}
	answer = signals.Answer{Question: a.ID, About: a.About, Option: offer.Name, Label: offer.Label, By: c.By,
		At: now.UTC()}
	r.given.keep(answer)
	return answer, r.desk.Answered, nil
}

// meant returns the open question without an answer that somebody means.
func (r *Register) meant(id string, screen []byte) (*asked, error) {
	if id == "" && r.open.look(r.desk, screen) {
		id = r.open.current().ID
	}
	if given, ok := r.given.to(id); ok {
		return nil, &AnsweredError{given}
	}
	at := r.open.index(id)
	switch {
	case at >= 0:
		return r.open.asked[at], nil
	case id != "":
		return nil, &UnknownError{id}
	case len(r.open.asked) > 0:
		return nil, ErrNotOffered
	}
	return nil, ErrNone
}

// mostPresses is how often an answer is given that the CLI loses: one that has just drawn its dialog may not read keys
// yet.
const mostPresses = 4

// An answer whose dialog stands there for so long was lost. That is long, since a busy CLI takes the first key late: if
// it has drawn its next question by then, a second key answers what nobody has seen. It is longer where more is known
// to be asked. (With 60 ms, Kimi Code and Gemini ran a second call unasked.)
const (
	unheard       = 5 * time.Second
	unheardOfMany = 10 * time.Second
)

// Recheck is how long to wait between two calls of [Register.PressAgain].
const Recheck = time.Second

// PressAgain gives an answer once more if its question's dialog still stands there: then the CLI has lost it. It
// reports whether it may have to be given again: ask after [Recheck]. A question that asks for the same would look the
// same: where one is open, nothing is pressed.
func (r *Register) PressAgain(answer signals.Answer, now time.Time) (again bool) {
	screen := r.screen()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	isTwin := func(a *asked) bool { return a.ID != answer.Question && a.About == answer.About }
	at := r.open.index(answer.Question)
	if at < 0 || slices.ContainsFunc(r.open.asked, isTwin) {
		return false
	}
	a := r.open.asked[at]
	if a.presses == 0 || a.presses >= mostPresses {
		return false
	}
	offer, err := r.desk.offer(a, answer.Option, screen)
	if err != nil || len(offer.Line) > 0 {
		return false
	}
	if now.Sub(a.pressed) < r.patience(answer.Question) {
		return true
	}
	return r.desk.press(a, offer, now) == nil
}

// patience is how long the answer to a question may stay without effect.
func (r *Register) patience(id string) time.Duration {
	isOther := func(q signals.Question) bool { return q.ID != id }
	if slices.ContainsFunc(r.called, isOther) || slices.ContainsFunc(r.open.asked,
		func(a *asked) bool { return isOther(a.Question) }) {
		return unheardOfMany
	}
	return unheard
}
