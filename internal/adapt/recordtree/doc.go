// Package recordtree reads sessions that a CLI keeps as a tree of records in one file of JSON Lines. Each record names
// itself and the record that it follows, and the conversation is the path from a leaf back to the root. The adapter
// knows what the records mean (see [Format]); this package finds the path, the abandoned branches and records that
// precede their parent.
//
// A file is read twice. The first pass (index.go) keeps a few bytes for each record. The second (stream.go) makes the
// entries, in parallel, and puts them in order. Memory does not grow with the length of the texts.
package recordtree
