package policy

import (
	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

// knowledge counts what the source's model knew, in one range over its session.
type knowledge struct {
	// target takes back its own records as they are, unless the session is cut, and those of any CLI when it is to keep
	// them.
	target         adapter.Info
	isCut          bool
	known, rebuilt writers.Amounts
	gaps           *gaps
	// timed are the calls, and the user's commands, of which the source told how long they took.
	timed int
}

// forget begins anew.
func (k *knowledge) forget() {
	k.known, k.rebuilt, k.gaps, k.timed = writers.Amounts{}, writers.Amounts{}, newGaps(), 0
}

// see counts an entry as its reader gave it: what policies and masks do to it comes later.
func (k *knowledge) see(e *timeline.Entry) {
	switch {
	case e.Branch != "": // the model has forgotten it
	case e.IsUnknown():
		k.known.AddItem(writers.Unread, 0)
		if !k.isTakenBack(e) {
			k.gaps.see(e)
		}
	case e.IsMissing():
		if e.Origin.Name == timeline.MissingRecord {
			k.known.AddItem(writers.Unread, 0)
		}
		k.gaps.lacks(e)
	case e.IsRebuilt():
		k.rebuilt.AddItem(writers.Kind(e.Origin.Kind), e.Content.Characters())
	case e.Active():
		k.known.Count(e)
		if e.DurationMS != nil || e.Origin != nil && e.Origin.DurationMS != nil {
			k.timed++
		}
	}
}

// losses are what no writer can tell of, as it never sees it, or as it is the same for all.
func (k *knowledge) losses() writers.Losses {
	losses := k.gaps.losses()
	if k.timed > 0 && !k.target.TellsDurations {
		losses = append(losses, writers.Loss{What: writers.Durations, Why: k.target.Title + " has no place for it",
			Count: k.timed})
	}
	return losses
}

// isTakenBack reports whether the record arrives as it is.
func (k *knowledge) isTakenBack(e *timeline.Entry) bool {
	return e.Native != nil && (k.target.KeepsRecords || e.Native.CLI == k.target.Name && !k.isCut)
}

// measure says how much of it arrives. What does not is named in the report: the delivery proves of everything else
// that it was written.
func (k *knowledge) measure(r writers.Report) writers.Measure {
	m := writers.Measure{Known: k.known, Arrives: k.known, Rebuilt: k.rebuilt}
	for _, l := range r.LeftOut {
		m.Arrives = m.Arrives.Minus(l.Of)
	}
	for _, l := range r.Losses {
		m.Arrives = m.Arrives.Minus(l.Of)
	}
	return m
}
