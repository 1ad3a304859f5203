// Package kimi writes sessions for Kimi Code, such that the model is sent all of the session and the terminal draws all
// of it.
//
// Records that the CLI wrote itself are restored as they were (restore.go). All others are converted into the records
// that it would have written (convert.go): the user's input as messages, what the model says as events of its steps. A
// session is a folder; beside the wire file of its main agent stand the file that says what it is (state.go) and the
// wire files of its sub-agents (agents.go).
//
// A converted session is bound to no model and has no prompt of the CLI's own in it: the first to resume it must name a
// model, and then the CLI adds its own. A record that would say so itself leaves the model without the CLI's
// instructions.
package kimi
