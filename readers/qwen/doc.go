// Package qwen reads the sessions of Qwen Code.
//
// The tree of records is [recordtree]'s to walk; this package says what a record is: its place (mark.go), its entries
// (parse.go, item.go, prompt.go, result.go, compaction.go), what it tells about the turn (turn.go).
package qwen
