// Package mirror keeps a session in the source's CLI and a run at the same, in both directions. A killed stead leaves a
// whole mirror: what is about to be written is noted in the run's record before.
//
// A run and its mirror hold one conversation, and people may go on in both. Both have a last common point: up to there
// each holds what the other does. [Measure] says what a side has gained since, [Echo] what of that stead itself wrote,
// and [Decide] what is done about it. These three know timelines and nothing else: no file, no CLI, no clock.
package mirror
