// Package mirror keeps a session in the source's CLI and a run in step, in both directions. A killed stead leaves a
// complete mirror, because each write is recorded in the run's record beforehand.
//
// A run and its mirror hold one conversation, and people may continue in both. Both have a last common point, up to
// which they hold the same. [Measure] returns what a side has gained since, [Echo] which part of that stead itself
// wrote, and [Decide] what to do about it. These three know only timelines: no file, no CLI, no clock.
package mirror
