// Package kimi writes sessions for Kimi Code, so that the model receives all of the session and the terminal displays
// all of it.
//
// Records that the CLI wrote itself are restored unchanged (restore.go). All others are converted into the records that
// it would have written (convert.go): the user's input as messages, the model's output as events of its steps. A
// session is a folder. Next to the wire file of its main agent are the file that describes the session (state.go) and
// the wire files of its sub-agents (agents.go).
//
// A converted session is bound to no model and contains no system prompt of the CLI. The user who first resumes it must
// name a model, and then the CLI adds its prompt. If a written record named the model, the model would not receive the
// CLI's instructions.
package kimi
