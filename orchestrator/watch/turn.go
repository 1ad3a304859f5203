package watch

import (
	"cmp"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/readers"
	"stead/runs/notify"
	"stead/timeline"
)

// turn is what is known of the turn of a session that runs without stead.
type turn struct {
	summary   timeline.Summary
	name      string
	signaller inject.Signaller
	now       func() time.Time
	state     signals.State // empty if it is unknown
	began     time.Time
	// answer is the beginning of the last answer; about is what the state is about.
	answer, about string
	// supposed is a state that is believed once nothing more has come; said is what it is about.
	supposed signals.State
	said     string
}

// newTurn returns the turn of a session that has changed just now.
func newTurn(s timeline.Summary, name string, w *watcher) *turn {
	return &turn{summary: s, name: name, signaller: w.Signaller(s.CLI), now: w.Now, began: w.Now()}
}

// answerLength is the maximum number of bytes of an answer that is reported.
const answerLength = 400

// note remembers the beginning of an answer.
func (t *turn) note(e *timeline.Entry) {
	if e.Type == timeline.Assistant && e.Active() && !e.Content.IsBlank() {
		t.answer = e.Content.Head(answerLength)
	}
}

// apply applies new entries, and returns the resulting events. A whole turn may have come at once.
func (t *turn) apply(p readers.Progress) (events []Event) {
	var last signals.Signal
	for _, e := range p.Entries {
		t.note(e)
		if e.StartsTurn() {
			events = append(events, t.become(signals.Working, "")...)
		}
		if signal, ok := t.signal(e); ok && signal.State != "" {
			last = signal
		}
	}
	return append(events, t.become(stateOf(p.Turn, last), last.About)...)
}

func (t *turn) signal(e *timeline.Entry) (signals.Signal, bool) {
	if t.signaller == nil || e.Native == nil || len(e.Native.Raw) == 0 || e.Native.Damaged {
		return signals.Signal{}, false
	}
	return t.signaller.Signal(inject.Record, e.Native.Raw)
}

// stateOf returns the state that the records show. The reader's view of the turn has precedence, because it sees the
// records together; only the driver knows why a turn has failed.
func stateOf(turn readers.Turn, last signals.Signal) signals.State {
	switch turn {
	case readers.TurnStarted:
		return signals.Working
	case readers.TurnCompleted:
		return signals.Input
	case readers.TurnInterrupted:
		return interrupted
	case readers.TurnFailed:
		if last.State != signals.Limited {
			return signals.Failed
		}
	}
	return last.State
}

// interrupted is the state of a turn that the user has ended.
const interrupted signals.State = "interrupted"

// become changes the state, and returns the event that reports it.
func (t *turn) become(state signals.State, about string) []Event {
	before, now := t.state, t.now()
	another := state == signals.Permission && t.about != "" && about != "" && about != t.about
	if state == "" || state == before && !another {
		return nil
	}
	t.state, t.about = state, about
	switch state {
	case signals.Working:
		if before == signals.Permission {
			return nil
		}
		t.began = now
		return t.event(notify.Started, "", 0)
	case signals.Permission:
		return t.event(notify.Waiting, about, now.Sub(t.began))
	case signals.Input:
		if before == signals.Failed || before == signals.Limited || before == interrupted {
			return nil
		}
		if about != "" {
			return t.event(notify.Waiting, about, now.Sub(t.began))
		}
		return t.event(notify.Finished, t.answer, now.Sub(t.began))
	case signals.Failed:
		return t.event(notify.Failed, about, now.Sub(t.began))
	case signals.Limited:
		return t.event(notify.Limited, about, now.Sub(t.began))
	}
	return nil
}

func (t *turn) event(kind notify.Kind, about string, took time.Duration) []Event {
	return []Event{{Event: notify.Event{
		Kind: kind, At: t.now(), CLI: t.summary.CLI, Session: reference(t.summary), Project: t.summary.Project,
		Title: t.summary.Title,
		About: cmp.Or(about, t.summary.Title), Command: "stead show " + t.name, Took: took,
	}}}
}
