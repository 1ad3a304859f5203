// Package kimi reads the sessions of Kimi Code.
//
// A session is a folder with a wire file for each of its agents. The main agent's file is the session's: user input and
// results as messages, what the model says as events of its steps, and between them the CLI's bookkeeping. The records
// that repeat a turn for viewers are kept hidden, so nothing appears twice.
//
// The first pass (index.go) follows how the records change the model's context: which turns the user undid, what a
// compaction keeps, which steps failed and were tried again. The second (stream.go) makes the entries, in parallel.
package kimi
