// Package qwen reads the sessions of Qwen Code.
//
// Package recordtree ([recordtree]) walks the tree of records. This package describes a record: its place (mark.go),
// its entries (parse.go, item.go, prompt.go, result.go, compaction.go), and its effect on the turn (turn.go).
package qwen
