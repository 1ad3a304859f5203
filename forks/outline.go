package forks

import (
	"context"
	"fmt"
	"strings"

	"stead/timeline"
)

// mark is an entry of the conversation with its position.
type mark struct {
	id string
	// position is the entry's position in the stream, counting hidden entries and abandoned branches.
	position int
	// turn is the turn that contains the entry. Active counts the entries of the conversation up to and including it.
	turn, active int
}

// outline is what stead must know about a session to find a point in it.
type outline struct {
	wanted string
	// ends are the last entries of the turns. End is that of the session.
	ends []mark
	end  mark
	// exact is the entry with the wanted id. Matches are those whose ids begin with it, up to the number that an error
	// names.
	exact   *mark
	matches []mark
	count   int
	// passive says why an entry with that id cannot be the cut point. Near are ids with a similar beginning.
	passive string
	near    nearIDs
}

// shownIDs is the maximum number of ids in an error.
const shownIDs = 4

func outlineOf(ctx context.Context, s timeline.Stream, p Point) (*outline, error) {
	o := &outline{wanted: p.Entry, near: nearIDs{wanted: p.Entry}}
	position := -1
	err := s.Each(ctx, func(e *timeline.Entry) error {
		position++
		o.see(position, e)
		return nil
	})
	if err == nil && o.end.active == 0 {
		err = fmt.Errorf("%w: the session holds no conversation", ErrPoint)
	}
	return o, err
}

func (o *outline) see(position int, e *timeline.Entry) {
	if !e.Active() {
		o.seePassive(e)
		return
	}
	if len(o.ends) == 0 || e.StartsTurn() && o.hasPrompt() {
		o.ends = append(o.ends, mark{})
	}
	if e.StartsTurn() {
		o.end.turn++
	}
	o.end.id, o.end.position, o.end.active = strings.Clone(e.ID), position, o.end.active+1
	m := o.end
	m.turn = len(o.ends)
	o.ends[len(o.ends)-1] = m
	o.match(m)
}

// hasPrompt reports whether a prompt began the current turn. Entries before the first prompt belong to its turn.
func (o *outline) hasPrompt() bool { return o.end.turn > 0 }

func (o *outline) match(m mark) {
	switch {
	case o.wanted == "":
	case m.id == o.wanted:
		o.exact = &m
	case strings.HasPrefix(m.id, o.wanted):
		if o.count++; o.count <= shownIDs {
			o.matches = append(o.matches, m)
		}
	default:
		o.near.add(m.id)
	}
}

// seePassive records an entry outside the conversation.
func (o *outline) seePassive(e *timeline.Entry) {
	if o.wanted == "" || !strings.HasPrefix(e.ID, o.wanted) {
		return
	}
	o.passive = fmt.Sprintf("entry %s is a record of the CLI itself and not part of the conversation", e.ID)
	if e.Branch != "" {
		o.passive = fmt.Sprintf("entry %s is on an abandoned branch: go back to it in the session's own CLI first", e.ID)
	}
}

func (o *outline) turns() int { return len(o.ends) }

// find returns the last entry up to a point. Errors wrap ErrPoint.
func (o *outline) find(p Point) (mark, error) {
	turn := p.Turn
	if p.Back > 0 {
		turn = o.turns() - p.Back
	}
	switch {
	case p.IsEnd():
		return o.ends[len(o.ends)-1], nil
	case p.Entry != "":
		return o.entry()
	case turn < 1 || turn > o.turns():
		return mark{}, fmt.Errorf("%w as %s: %s", ErrPoint, p, o.extent())
	}
	return o.ends[turn-1], nil
}

// extent describes how many turns there are.
func (o *outline) extent() string {
	switch o.turns() {
	case 1:
		return "the session has one turn; name one of its entries to cut inside it"
	case 2:
		return "the session has 2 turns: use turn:1 or turn:2 (or -1)"
	}
	return fmt.Sprintf("the session has %d turns: use turn:1 to turn:%[1]d, or -1 to -%d", o.turns(), o.turns()-1)
}

func (o *outline) entry() (mark, error) {
	switch {
	case o.exact != nil:
		return *o.exact, nil
	case o.count == 1:
		return o.matches[0], nil
	case o.count > 1:
		return mark{}, fmt.Errorf("%w: %d entries have an id that begins with %s: give more of it (%s)", ErrPoint, o.count,
			o.wanted, o.listed())
	case o.passive != "":
		return mark{}, fmt.Errorf("%w: %s", ErrPoint, o.passive)
	}
	return mark{}, fmt.Errorf("%w: no entry has an id that begins with %s%s", ErrPoint, o.wanted, o.near)
}

func (o *outline) listed() string {
	ids := make([]string, 0, len(o.matches)+1)
	for _, m := range o.matches {
		ids = append(ids, m.id)
	}
	if o.count > len(o.matches) {
		ids = append(ids, "...")
	}
	return strings.Join(ids, ", ")
}

// nearIDs keeps the ids that share the longest prefix with the wanted one.
type nearIDs struct {
	wanted string
	length int
	ids    []string
}

// alike is the minimum length of the common prefix for an id to be suggested.
const alike = 3

func (n *nearIDs) add(id string) {
	length := 0
	for length < len(id) && length < len(n.wanted) && id[length] == n.wanted[length] {
		length++
	}
	switch {
	case length < alike || length < n.length:
	case length > n.length:
		n.length, n.ids = length, []string{id}
	case len(n.ids) < shownIDs:
		n.ids = append(n.ids, id)
	}
}

// String returns a suggestion of these ids.
func (n nearIDs) String() string {
	if len(n.ids) == 0 {
		return " (`stead show SESSION --json` shows the ids)"
	}
	return "; did you mean " + strings.Join(n.ids, ", or ") + "?"
}
