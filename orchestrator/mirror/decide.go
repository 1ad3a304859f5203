package mirror

import (
	"iter"

	"stead/orchestrator/history"
	"stead/timeline"
)

// Side describes what one of the two sides has done since the last common point.
type Side struct {
	// Said counts the new entries of its conversation: prompts, answers, calls and results. Other records of a CLI do not
	// count.
	Said int
	// Busy says that the side may be neither changed nor read now: a turn is in progress, a call is open, or a permission
	// is requested.
	Busy bool
	// Back says that its conversation continues from a position before the last common point, which no longer belongs to
	// it.
	Back bool
}

// isGone reports whether the side holds something that the other does not.
func (s Side) isGone() bool { return s.Said > 0 || s.Back }

// Step is the next step.
type Step int

// The steps.
const (
	// Nothing: both sides hold the same.
	Nothing Step = iota
	// Wait until a busy side is idle.
	Wait
	// Give the run's new entries to the mirror.
	Give
	// Take the mirror's new entries into the run.
	Take
	// Part: both have continued. Each keeps its entries, as a branch of the other.
	Part
)

// Decide returns the next step. For a run, only finished entries count, except with last, when the run ends and nothing
// can wait any longer: then all count. Entries that a working mirror has not finished by then are taken when the run is
// resumed.
func Decide(run, mirror Side, last bool) Step {
	switch {
	case !mirror.isGone():
		return give(run, mirror, last)
	case run.isGone() || mirror.Back:
		return either(mirror.Busy && !last, Wait, Part)
	}
	return either(mirror.Busy || run.Busy && !last, Wait, Take)
}

// give returns the step if the mirror has no new entries. A mirror that is busy nevertheless is open in its CLI. At the
// end of the run, a new mirror takes its place.
func give(run, mirror Side, last bool) Step {
	switch {
	case !run.isGone():
		return Nothing
	case mirror.Busy:
		return either(last, Part, Wait)
	}
	return Give
}

func either(first bool, yes, no Step) Step {
	if first {
		return yes
	}
	return no
}

// Measure returns what a side has gained: its entries since the last common point, in order. The side is busy while
// something in them is open. The error is that of the entries.
func Measure(gained iter.Seq2[*timeline.Entry, error]) (Side, error) {
	var t history.Talk
	for e, err := range gained {
		if err != nil {
			return Side{}, err
		}
		t.See(e)
	}
	return Side{Said: t.Said, Busy: !t.IsSettled()}, nil
}
