package watch

import (
	"cmp"
	"time"

	"stead/inject"
	"stead/notify"
	"stead/readers"
	"stead/signs"
	"stead/timeline"
)

// turn is what is known of the turn of a session that somebody holds without stead.
type turn struct {
	summary   timeline.Summary
	name      string
	signaller inject.Signaller
	now       func() time.Time
	state     signs.State // empty when it is not known
	began     time.Time
	// answer is the beginning of the last answer, about what the state is about.
	answer, about string
	// supposed is a state that is believed once nothing more has come, said what it is about.
	supposed signs.State
	said     string
}

// newTurn returns the turn of a session that has changed just now.
func newTurn(s timeline.Summary, name string, w *watcher) *turn {
	return &turn{summary: s, name: name, signaller: w.Signaller(s.CLI), now: w.Now, began: w.Now()}
}

// answerLength is how much of an answer is told, in bytes.
const answerLength = 400

// hear notes what an entry says.
func (t *turn) hear(e *timeline.Entry) {
	if e.Type == timeline.Assistant && e.Active() && !e.Content.IsBlank() {
		t.answer = e.Content.Head(answerLength)
	}
}

// take learns from what came, and returns what has happened. A whole turn may have come at once.
func (t *turn) take(p readers.Progress) (events []Event) {
	var last signs.Sign
	for _, e := range p.Entries {
		t.hear(e)
		if e.StartsTurn() {
			events = append(events, t.become(signs.Working, "")...)
		}
		if sign, ok := t.sign(e); ok && sign.State != "" {
			last = sign
		}
	}
	return append(events, t.become(stateOf(p.Turn, last), last.About)...)
}

func (t *turn) sign(e *timeline.Entry) (signs.Sign, bool) {
	if t.signaller == nil || e.Native == nil || len(e.Native.Raw) == 0 || e.Native.Damaged {
		return signs.Sign{}, false
	}
	return t.signaller.Sign(inject.Record, e.Native.Raw)
}

// stateOf returns the state that the records show. What the reader says of the turn counts, as it sees what belongs together; how a turn has
// failed, only the driver knows.
func stateOf(turn readers.Turn, last signs.Sign) signs.State {
	switch turn {
	case readers.TurnStarted:
		return signs.Working
	case readers.TurnCompleted:
		return signs.Input
	case readers.TurnInterrupted:
		return interrupted
	case readers.TurnFailed:
		if last.State != signs.Limited {
			return signs.Failed
		}
	}
	return last.State
}

// interrupted is the state of a turn that the user has ended.
const interrupted signs.State = "interrupted"

// become changes the state.
func (t *turn) become(state signs.State, about string) []Event {
	before, now := t.state, t.now()
	another := state == signs.Permission && t.about != "" && about != "" && about != t.about
	if state == "" || state == before && !another {
		return nil
	}
	t.state, t.about = state, about
	switch state {
	case signs.Working:
		if before == signs.Permission {
			return nil
		}
		t.began = now
		return t.event(notify.Started, "", 0)
	case signs.Permission:
		return t.event(notify.Waiting, about, now.Sub(t.began))
	case signs.Input:
		if before == signs.Failed || before == signs.Limited || before == interrupted {
			return nil
		}
		if about != "" {
			return t.event(notify.Waiting, about, now.Sub(t.began))
		}
		return t.event(notify.Finished, t.answer, now.Sub(t.began))
	case signs.Failed:
		return t.event(notify.Failed, about, now.Sub(t.began))
	case signs.Limited:
		return t.event(notify.Limited, about, now.Sub(t.began))
	}
	return nil
}

func (t *turn) event(kind notify.Kind, about string, took time.Duration) []Event {
	return []Event{{Event: notify.Event{
		Kind: kind, At: t.now(), CLI: t.summary.CLI, Session: reference(t.summary), Project: t.summary.Project, Title: t.summary.Title,
		About: cmp.Or(about, t.summary.Title), Command: "stead show " + t.name, Took: took,
	}}}
}
