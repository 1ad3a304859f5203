// Package recordtree reads sessions that a CLI keeps as a tree of records in one file of JSON Lines: each record names
// itself and the one that it follows, and the conversation is the path from a leaf back to the root. What the records
// say is the adapter's to know (see [Format]); this package finds the path, the branches that were abandoned and what
// stands before its parent.
//
// A file is read twice. The first pass (index.go) keeps a few bytes for each record. The second (stream.go) makes the
// entries, in parallel, and puts them in order. Memory does not grow with what was said.
package recordtree
