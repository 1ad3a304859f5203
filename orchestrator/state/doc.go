// Package state determines what a run's CLI is doing. It is a pure reducer: a state and an event give the next state,
// without side effects. Signals are what a driver reads in its CLI's output, and turns are what a reader reads in the
// session. The other events are stead's own actions.
package state
