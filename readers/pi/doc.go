// Package pi reads the sessions of the Pi coding agent.
//
// The tree of records is [recordtree]'s to walk; this package says what a record is: its place (mark.go), its entries (parse.go,
// message.go, result.go), how another record changes it (edit.go), what it tells about the turn (tail.go).
package pi
