// Package store keeps the timeline of a run: durable in a journal, live in memory.
//
// The [Journal] is an append-only file in the JSON Lines encoding of package timeline: the session that the run began
// with, then each entry as it lands. An entry is in the file before anybody can see it. A crash can cut the last line;
// [Reopen] drops what is cut and rebuilds the view.
//
// The [View] is a go-memdb table of small rows, one an entry: what it is, and where in the journal its body lies. So
// memory does not grow with what tools print. Readers wait for new rows on watch channels; nobody polls.
package store
