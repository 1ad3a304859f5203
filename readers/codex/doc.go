// Package codex reads the rollouts of OpenAI's Codex CLI.
//
// Messages, calls and results are taken from the response items, which is what the model was sent. The event messages,
// which repeat all of it for the screen, give only what the response items lack: whether a command failed, and the
// turns. So nothing is told twice, and both history modes read alike.
//
// A session is one file, and a further one for each time that the user went back: they are read one after the other.
// What the user left is a branch. Files that Codex has compressed are unpacked while they are read.
//
// A session that was forked by reference begins with its parent's records; they carry the parent's id. A sub-agent's
// rollout is attached to the call that started it.
package codex
