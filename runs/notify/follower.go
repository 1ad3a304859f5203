package notify

import (
	"cmp"
	"slices"
	"time"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

// Follower turns the successive records of one run into events: one for each wait, however often the record is written
// during it. The zero value has seen nothing.
type Follower struct {
	last runs.Run
	// began is when the current turn began, or zero without one. Finished is when the end of the last turn was
	// reported.
	began, finished time.Time
	// answer is the beginning of the last answer, as long as no entry has followed it.
	answer string
	// asked are the ids of the questions that were reported.
	asked []string
}

// again is the time within which a second end of a turn counts as the same one: a CLI reports the end in several
// places, one after the other.
const again = time.Second

// Entry processes an entry of the run. Without any entries, the follower reports no answer before the run's end.
func (f *Follower) Entry(e *timeline.Entry) {
	if !e.Active() {
		return
	}
	f.answer = ""
	if e.Type == timeline.Assistant {
		f.answer = e.Content.Head(longestAnswer)
	}
}

// longestAnswer is the maximum part of an answer that is read, in bytes.
const longestAnswer = 2 << 10

// See processes the run's current record. Ok is false if nothing worth reporting has happened.
func (f *Follower) See(r runs.Run, now time.Time) (e Event, ok bool) {
	r.State = stateOf(r)
	if r.Headless && r.State == signals.Limited && r.Status == runs.Running {
		r.State = f.last.State // it moves on by itself or ends, and either is reported
	}
	kind := kindOf(f.last, r)
	f.last = r
	if kind == "" || kind == Finished && now.Sub(f.finished) < again {
		return Event{}, false
	}
	if kind == Finished {
		f.finished = now
	}
	if kind == Waiting && !f.isNew(r.Question) {
		return Event{}, false
	}
	e = Event{
		Kind: kind, At: now, CLI: r.To.CLI, Session: r.To.Reference(), Project: r.Dir, Run: r.ID, About: f.about(kind, r),
		Command: "stead attach " + r.ID, Took: f.took(kind, now),
	}
	if r.Status != runs.Running {
		e.Command = "stead show run:" + r.ID
	}
	return e, true
}

// mostAsked is the number of questions that are remembered. A run repeats only questions about its last calls.
const mostAsked = 50

// isNew reports whether a question has not been reported yet. While one of several calls is running, the state
// alternates between them.
func (f *Follower) isNew(q *signals.Question) bool {
	if q == nil {
		return true
	}
	if slices.Contains(f.asked, q.ID) {
		return false
	}
	f.asked = append(f.asked, q.ID)
	f.asked = f.asked[max(0, len(f.asked)-mostAsked):]
	return true
}

// took returns how long the turn has taken so far. It is 0 if its beginning was not seen.
func (f *Follower) took(kind Kind, now time.Time) time.Duration {
	began := f.began
	switch kind {
	case Started:
		f.began = now
	case Finished, Failed, Limited:
		f.began = time.Time{}
	}
	if began.IsZero() || kind == Started {
		return 0
	}
	return now.Sub(began)
}

// about returns the text below the headline. The record of a finished turn may be ahead of the turn's entries. The last
// known answer would then be an earlier one.
func (f *Follower) about(kind Kind, r runs.Run) string {
	switch kind {
	case Finished:
		if r.Status == runs.Running {
			return f.answer
		}
		return r.FinalText
	case Moved:
		left := r.Hops[len(r.Hops)-1]
		return "after " + left.To.CLI + ": " + left.Reason
	case Started:
		return ""
	}
	return cmp.Or(r.About, r.Reason)
}
