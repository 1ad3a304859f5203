// Package claude reads the sessions of Claude Code.
//
// Package recordtree ([recordtree]) walks the tree of records. This package says what a record is: its place (mark.go,
// kind.go), its entries (parse.go, blocks.go, saying.go, attached.go), what it tells about the turn (turn.go). A list
// looks only at the ends of a file (summary.go).
package claude
