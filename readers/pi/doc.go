// Package pi reads the sessions of the Pi coding agent.
//
// Package recordtree ([recordtree]) walks the tree of records. This package says what a record is: its place (mark.go),
// its entries, including those that another record has changed (parse.go, item.go, prompt.go), what it tells about the
// turn (tail.go).
package pi
