package state

import (
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/readers"
)

// State is what the CLI is doing. The zero value means that nothing is known yet.
type State struct {
	// Is, About, Since and Limit are in the run's record: what the CLI does, a description of it, since when, and which
	// limit it has hit.
	Is    signals.State
	About string
	Since time.Time
	Limit *signals.Limit
	// Turn is the last signal of a turn in the session's records.
	Turn readers.Turn

	// limited is when the last limit was reported.
	limited time.Time
	// intent is what the CLI last said it was about to do. It is the reason of a permission request without one.
	intent string
	// drawn says that the CLI has drawn its composer. Idle says that it claimed to wait for its user before that: Qwen
	// Code's window title does so seconds before the program reads keys (0.24.4).
	drawn, idle bool
	// rested is the time since which the window's title shows that the CLI does nothing.
	rested time.Time
	// last holds the last signal of each source that keeps displaying it.
	last [inject.Screen + 1]signals.Signal
}

// Rules are the facts about the run that decide what an event means.
type Rules struct {
	// Headless says that the CLI waits for no user.
	Headless bool
	// Prompted says that the CLI was started with a prompt.
	Prompted bool
	// Patience is how long a limit may last.
	Patience signals.Patience
}

// Event is something that was seen of the CLI, or done to it. The types of this package that implement it are the
// events.
type Event interface {
	change(s State, r Rules, now time.Time) State
}

// After returns the state after an event.
func (s State) After(e Event, r Rules, now time.Time) State { return e.change(s, r, now) }

// Shows reports whether two states differ in what a run's record holds.
func (s State) Shows(other State) bool {
	return s.Is != other.Is || s.About != other.About || !s.Since.Equal(other.Since) || s.Limit != other.Limit
}

// HasHit reports whether the CLI has hit, since an earlier state, a limit that exceeds the run's patience.
func (s State) HasHit(before State, r Rules) bool {
	return s.Limit != nil && s.Limit != before.Limit && s.Limit.Exceeds(r.Patience)
}

// set enters a state.
func (s State) set(is signals.State, about string, now time.Time) State {
	s.Is, s.About, s.Since = is, about, now.UTC()
	return s
}

// enter enters a state if it can follow the current one. Several signals report the end of a failed turn; a headless
// CLI waits for no user; and a CLI that has not drawn its composer does not accept keys yet.
func (s State) enter(is signals.State, about string, r Rules, now time.Time) State {
	switch {
	case is == signals.Input && (r.Headless || s.Is == signals.Failed || s.Is == signals.Limited):
		return s
	case is == signals.Input && about == "" && s.Is == signals.Starting && !s.drawn:
		s.idle = true
		return s
	case s.Is == is && s.About == about:
		return s
	}
	return s.set(is, about, now)
}

// late is how much later than the signal of a failure the records from before it may be seen.
const late = 2 * time.Second

// isLate reports whether a signal that is seen now may be from before the last limit.
func (s State) isLate(now time.Time) bool { return s.Limit != nil && now.Sub(s.limited) < late }
