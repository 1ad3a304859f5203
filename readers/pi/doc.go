// Package pi reads the sessions of the Pi coding agent.
//
// Package recordtree ([recordtree]) walks the tree of records. This package describes a record: its place (mark.go),
// its entries, including those that another record has changed (parse.go, item.go, prompt.go), and its effect on the
// turn (tail.go).
package pi
