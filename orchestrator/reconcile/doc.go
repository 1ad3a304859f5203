// Package reconcile decides what goes where when a run and its mirror hold one conversation and people may go on in
// both.
//
// Both sides have a last common point: up to there each holds what the other does. [Measure] says what a side has
// gained since, [Echo] what of that stead itself wrote, and [Decide] what is done about it. The package knows timelines
// and nothing else: no file, no CLI, no clock.
package reconcile
