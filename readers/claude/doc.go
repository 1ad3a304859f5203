// Package claude reads the sessions of Claude Code.
//
// A session's file is read twice. The first pass (index.go) keeps a few bytes for each record and finds the conversation's
// tree: the active leaf, the branches that were abandoned, the records that stand before what they follow. The second pass
// (stream.go) makes the entries, in parallel, and puts them in order.
package claude
