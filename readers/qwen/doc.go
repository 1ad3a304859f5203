// Package qwen reads the sessions of Qwen Code.
//
// Package recordtree ([recordtree]) walks the tree of records. This package says what a record is: its place (mark.go),
// its entries (parse.go, item.go, prompt.go, result.go, compaction.go), what it tells about the turn (turn.go).
package qwen
