// Package codex reads the rollouts of OpenAI's Codex CLI.
//
// Messages, calls and results are taken from the response items, which are what the model received. The event messages
// repeat all of it for the screen. The reader takes from them only what the response items lack: whether a command
// failed, and the turns. So nothing appears twice, and both history modes read alike.
//
// A session is one file, plus one for each time that the user went back. The files are read one after the other. The
// part that the user abandoned is a branch. Files that Codex has compressed are unpacked while they are read.
//
// A session that was forked by reference begins with its parent's records, which carry the parent's id. A sub-agent's
// rollout is attached to the call that started it.
package codex
