// Package codex knows the native format of OpenAI's Codex CLI: where its sessions ("rollouts") lie and how they are
// named, what a line holds, which of it the harness wrote, and how its tools and their arguments relate to the
// universal ones. The reader, the writer and the driver share it.
//
// # Two histories in one file
//
// A rollout stores what was said twice: response items are what the model is sent, event messages are what the terminal
// draws. The history mode decides the form of the latter (see [Mode]).
//
// Facts were found by running codex 0.169.0 unless a comment says otherwise.
package codex
