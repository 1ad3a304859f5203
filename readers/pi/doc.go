// Package pi reads the sessions of the Pi coding agent.
//
// The tree of records is [recordtree]'s to walk; this package says what a record is: its place (mark.go), its entries,
// also those that another record has changed (parse.go, item.go, prompt.go), what it tells about the turn (tail.go).
package pi
