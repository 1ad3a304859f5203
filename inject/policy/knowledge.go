package policy

import (
	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

// knowledge counts what the source's model knew, in one range over its session.
type knowledge struct {
	// target accepts its own records unchanged, unless the session is cut, and the records of any CLI if it keeps
	// records.
	target         adapter.Info
	isCut          bool
	known, rebuilt writers.Amounts
	gaps           *gaps
	// timed counts the calls and the user's commands whose duration the source reported.
	timed int
}

// forget resets all counts.
func (k *knowledge) forget() {
	k.known, k.rebuilt, k.gaps, k.timed = writers.Amounts{}, writers.Amounts{}, newGaps(), 0
}

// see counts an entry as its reader returned it, before policies and masks apply.
func (k *knowledge) see(e *timeline.Entry) {
	switch {
	case e.Branch != "": // the model no longer knows it
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

// losses returns the losses that no writer can report, because writers do not see them or because they are the same for
// all.
func (k *knowledge) losses() writers.Losses {
	losses := k.gaps.losses()
	if k.timed > 0 && !k.target.TellsDurations {
		losses = append(losses, writers.Loss{What: writers.Durations, Why: k.target.Title + " has no place for it",
			Count: k.timed})
	}
	return losses
}

// isTakenBack reports whether the record arrives unchanged.
func (k *knowledge) isTakenBack(e *timeline.Entry) bool {
	return e.Native != nil && (k.target.KeepsRecords || e.Native.CLI == k.target.Name && !k.isCut)
}

// measure says how much of the knowledge arrives. The report names what does not arrive, and the delivery verifies that
// everything else was written.
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
