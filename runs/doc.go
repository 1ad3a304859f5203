// Package runs keeps stead's own record of every run, in a folder each.
//
//	runs/<run id>/run.json        what was continued where, and how it ended
//	runs/<run id>/timeline.jsonl  the journal: the source session, then what the CLI did, entry by entry
//	runs/<run id>/terminal.cast   the terminal, as asciicast v3
//	runs/<run id>/events.jsonl    what the CLIs' hooks received, for CLIs that have hooks
//
// A run whose process was killed still has its folder; [Run.Alive] tells whether the process is alive.
package runs
