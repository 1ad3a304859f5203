package forks

import (
	"context"
	"fmt"

	"stead/timeline"
)

// Cut says where a session was cut.
type Cut struct {
	// At is the id of the last entry that is kept.
	At string `json:"at"`
	// Turn is the turn that contains it. Turns is the number of turns in the session.
	Turn  int `json:"turn"`
	Turns int `json:"turns"`
	// Entries counts the entries of the conversation that are kept. Gone counts those that are not, including the calls
	// in Open.
	Entries int `json:"entries"`
	Gone    int `json:"gone,omitempty"`
	// Open counts the omitted calls: they come before the cut, but their results come after it.
	Open int `json:"open,omitempty"`
}

// IsEnd reports whether nothing was cut off.
func (c Cut) IsEnd() bool { return c.Gone == 0 }

// String describes in a few words where the cut is.
func (c Cut) String() string {
	if c.IsEnd() {
		return "at its end"
	}
	return fmt.Sprintf("in turn %d of %d, after entry %s", c.Turn, c.Turns, c.At)
}

// At returns the session up to a point of its conversation, and where that point is. It omits calls that are answered
// after the point. Entries keep their native records as far as those are complete, so that a fork in the same CLI has
// the records of its origin. At reads the session once to find the point, and once or twice more to find what crosses
// it. It keeps no content in memory. It returns ErrPoint, and errors of the stream.
func At(ctx context.Context, s timeline.Stream, p Point) (timeline.Stream, Cut, error) {
	o, err := outlineOf(ctx, s, p)
	if err != nil {
		return s, Cut{}, err
	}
	last, err := o.find(p)
	if err != nil {
		return s, Cut{}, err
	}
	cut := Cut{At: last.id, Turn: last.turn, Turns: o.turns(), Entries: last.active, Gone: o.end.active - last.active}
	if cut.IsEnd() {
		return s, cut, nil
	}
	cutPlan, err := planCut(ctx, s, last.position)
	if err != nil {
		return s, Cut{}, err
	}
	cut.At, cut.Open = cutPlan.end().id, len(cutPlan.dropped)
	cut.Entries, cut.Gone = cut.Entries-cut.Open, cut.Gone+cut.Open
	if cut.Entries == 0 {
		return s, cut, fmt.Errorf("%w: nothing of the conversation is left before %s", ErrPoint, p)
	}
	return cutPlan.before(s), cut, nil
}
