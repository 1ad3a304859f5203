package notify

import (
	"cmp"
	"slices"
	"time"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

// Follower makes events of the successive records of one run: one for each wait, however often the record is written
// meanwhile. The zero value has seen nothing.
type Follower struct {
	last runs.Run
	// began is when the current turn began, zero without one; finished is when the end of the last one was reported.
	began, finished time.Time
	// answer is how the last answer begins, while nothing has come after it.
	answer string
	// asked are the ids of the questions of which it was told.
	asked []string
}

// again is how soon after the end of a turn another end is the same: a CLI tells it in several places, one after the
// other.
const again = time.Second

// Entry notes an entry of the run. Who is not given any tells of no answer before the run's end.
func (f *Follower) Entry(e *timeline.Entry) {
	if !e.Active() {
		return
	}
	f.answer = ""
	if e.Type == timeline.Assistant {
		f.answer = e.Content.Head(longestAnswer)
	}
}

// longestAnswer is how much of an answer is read, in bytes.
const longestAnswer = 2 << 10

// See takes the run's record as it is now. Ok is false when nothing has happened that anybody would want to hear of.
func (f *Follower) See(r runs.Run, now time.Time) (e Event, ok bool) {
	r.State = stateOf(r)
	if r.Headless && r.State == signals.Limited && r.Status == runs.Running {
		r.State = f.last.State // it moves on by itself or ends, and either is told
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

// mostAsked is how many questions are remembered: a run asks again only for those of its last calls.
const mostAsked = 50

// isNew reports whether nobody was told of a question yet. While one of several calls is at work, the state goes to and
// fro between them.
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

// took returns how long the turn has taken so far. 0 when its beginning was not seen.
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

// about says what stands below the headline. The record of a turn that is over may be ahead of what the turn has
// brought: its last answer is then one from before.
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
