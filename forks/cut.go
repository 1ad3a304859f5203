package forks

import (
	"context"
	"fmt"

	"stead/timeline"
)

// Cut says where a session was cut.
type Cut struct {
	// At is the id of the last entry that stays.
	At string `json:"at"`
	// Turn is the turn in which it lies, of Turns that the session has.
	Turn  int `json:"turn"`
	Turns int `json:"turns"`
	// Entries counts those of the conversation that stay, Gone those that do not: the calls in Open among them.
	Entries int `json:"entries"`
	Gone    int `json:"gone,omitempty"`
	// Open counts the calls before the cut whose results come after it. They were left out.
	Open int `json:"open,omitempty"`
}

// IsEnd reports whether nothing was cut off.
func (c Cut) IsEnd() bool { return c.Gone == 0 }

// String says in a few words where the cut is.
func (c Cut) String() string {
	if c.IsEnd() {
		return "at its end"
	}
	return fmt.Sprintf("in turn %d of %d, after entry %s", c.Turn, c.Turns, c.At)
}

// At returns the session up to a point of its conversation, and where that is. No call stays that is answered beyond
// the point. Native records stay with their entries as far as they are whole, so that a fork in the same CLI has the
// records of its origin. The session is read once to find the point and once or twice to learn what reaches over it;
// nothing of it is kept. Errors: ErrPoint, and those of the stream.
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
