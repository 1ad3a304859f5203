// Package codex writes sessions as rollouts of OpenAI's Codex CLI, so that the model receives all of the session and
// the terminal draws all of it.
//
// Entries that were read from a rollout are restored from their own lines. All others are converted: each becomes the
// response item for the model and the event for the terminal, inside turns that open and close as in the CLI itself.
// New rollouts are paginated, or legacy for a version of the CLI before 0.145.
package codex
