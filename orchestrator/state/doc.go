// Package state says what a run's CLI is doing. It is a pure reducer: a state and an event give the next state, and
// nothing else happens. What a driver makes of its CLI's output are signals; what a reader sees in the session are
// turns; what stead itself does are the other events.
package state
