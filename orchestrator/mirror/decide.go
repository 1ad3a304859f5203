package mirror

import (
	"iter"

	"stead/orchestrator/history"
	"stead/timeline"
)

// Side is what one of the two sides has done since the last common point.
type Side struct {
	// Said counts what came into its conversation: prompts, answers, calls and results. What else a CLI notes does not
	// count.
	Said int
	// Busy says that the side may be neither changed nor read now: a turn is in progress, a call is open, or a permission
	// is asked for.
	Busy bool
	// Back says that its conversation continues from a position before the last common point, which no longer belongs to
	// it.
	Back bool
}

// isGone reports whether the side holds something that the other does not.
func (s Side) isGone() bool { return s.Said > 0 || s.Back }

// Step is what is done.
type Step int

// The steps.
const (
	// Nothing is to be done: both sides hold the same.
	Nothing Step = iota
	// Wait until a side that is busy is not.
	Wait
	// Give the mirror what the run has gained.
	Give
	// Take what the mirror has gained into the run.
	Take
	// Part: both have continued. Each keeps what it has, as a branch of the other.
	Part
)

// Decide says what to do. What a run has said is what it has finished; only with last, when the run ends and nothing
// can wait for it any more, it is all there is. What a mirror at work has not finished then is taken when the run is
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

// give is the step when nothing was said in the mirror. One that is busy all the same is open in its CLI: at the end of
// the run another takes its place.
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

// Measure says what a side has gained: its entries since the last common point, in order. It is busy while something in
// them is open. The error is that of the entries.
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
