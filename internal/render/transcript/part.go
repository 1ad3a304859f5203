package transcript

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"stead/timeline"
)

// ErrPart marks a part that is invalid, or that the session does not have.
var ErrPart = errors.New("no such part")

// Part is a part of a session: some of its turns, or everything from an entry on. The zero value is the whole session.
type Part struct {
	// First and Last are numbers of turns, counted from 1. 0 means the session's own first or last turn.
	First, Last int
	// Back is the number of turns before the end at which the part begins, as an alternative to First.
	Back int
	// At is the id of the entry at which the part begins, or a prefix of that id.
	At string
}

// Before says how much of a session precedes a part.
type Before struct {
	// Turns counts whole turns. Entries counts the entries of the conversation.
	Turns, Entries int
}

// ParseTurns parses a range of turns: N, N-M, N- for those from N on, and -N for the last N. Errors wrap ErrPart.
func ParseTurns(text string) (Part, error) {
	first, last, isRange := strings.Cut(text, "-")
	var p Part
	var err error
	switch {
	case !isRange:
		p.First, err = turnNumber(first)
		p.Last = p.First
	case first == "":
		p.Back, err = turnNumber(last)
	case last == "":
		p.First, err = turnNumber(first)
	default:
		var second error
		p.First, err = turnNumber(first)
		p.Last, second = turnNumber(last)
		err = errors.Join(err, second)
	}
	if err == nil && p.Last > 0 && p.Last < p.First {
		err = fmt.Errorf("the range %q runs backwards", text)
	}
	if err != nil {
		return Part{}, fmt.Errorf("%w: %w: use N, N-M, N- or -N for the last N", ErrPart, err)
	}
	return p, nil
}

func turnNumber(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is not the number of a turn", digits)
	}
	return int(n), nil
}

// IsAll reports whether the part is the whole session.
func (p Part) IsAll() bool { return p == Part{} }

// Of returns the part of a stream. It reads the stream no further than necessary. It sets before as soon as the first
// entry of the part is yielded. If the session does not have the part, the stream yields an error that wraps ErrPart.
// Other errors are those of the stream.
func (p Part) Of(ctx context.Context, s timeline.Stream, before *Before) (timeline.Stream, error) {
	if p.Back > 0 {
		var turns counter
		if err := s.Each(ctx, func(e *timeline.Entry) error { turns.see(e); return nil }); err != nil {
			return s, err
		}
		p.First = max(turns.n-p.Back+1, 1)
	}
	if !p.IsAll() {
		s.Entries, s.Cut = p.entries(s.Entries, before), true
	}
	return s, nil
}

// counter counts turns in the same way as package forks: a turn begins with a request of the user, and entries before
// the first request belong to the first turn.
type counter struct {
	n, entries  int
	hasPrompted bool
}

// see counts an entry and reports whether a turn begins with it.
func (c *counter) see(e *timeline.Entry) (begins bool) {
	if begins = e.Active() && (c.n == 0 || e.StartsTurn() && c.hasPrompted); begins {
		c.n++
	}
	if e.Active() {
		c.entries++
	}
	c.hasPrompted = c.hasPrompted || e.StartsTurn()
	return begins
}

// before returns how much precedes the entry that was seen last.
func (c *counter) before(e *timeline.Entry, begins bool) Before {
	b := Before{Turns: c.n, Entries: c.entries}
	if begins {
		b.Turns--
	}
	if e.Active() {
		b.Entries--
	}
	return b
}

func (p Part) entries(all iter.Seq2[*timeline.Entry, error], before *Before) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		var turns counter
		isIn := false
		for e, err := range all {
			if err != nil {
				yield(nil, err)
				return
			}
			begins := turns.see(e)
			if p.Last > 0 && turns.n > p.Last {
				return
			}
			if !isIn && p.beginsWith(e, turns.n) {
				isIn, *before = true, turns.before(e, begins)
			}
			if isIn && !yield(e, nil) {
				return
			}
		}
		if !isIn {
			yield(nil, p.missing(turns.n))
		}
	}
}

// beginsWith reports whether the part begins with an entry of the given turn.
func (p Part) beginsWith(e *timeline.Entry, turn int) bool {
	if p.At != "" {
		return strings.HasPrefix(e.ID, p.At)
	}
	return turn >= p.First || p.First == 1
}

func (p Part) missing(turns int) error {
	if p.At != "" {
		return fmt.Errorf("%w: no entry has an id that begins with %s (--json shows the ids)", ErrPart, p.At)
	}
	return fmt.Errorf("%w: there is no turn %d: the session has %s", ErrPart, p.First, Count(turns, "turn"))
}
