// Package codex knows the native format of OpenAI's Codex CLI: where its sessions ("rollouts") are stored and how they
// are named, what a line holds, which content the harness wrote, and how its tools and their arguments relate to the
// universal ones. The reader, the writer and the driver share it.
//
// # Two histories in one file
//
// A rollout stores the conversation twice: the CLI sends the response items to the model, and draws the event messages
// on the terminal. The history mode decides the form of the event messages (see [Mode]).
//
// Facts were found by running codex 0.169.0 unless a comment says otherwise.
package codex
