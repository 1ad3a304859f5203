// Package codex writes sessions as rollouts of OpenAI's Codex CLI, so that the model receives all of the session and
// the terminal draws all of it.
//
// Entries that were read from a rollout are restored from their own lines. All others are converted: each becomes the
// response item that the model gets and the event that the terminal draws, inside turns that are opened and closed as
// the CLI itself does. New rollouts are paginated, or legacy for a version of the CLI that is older than 0.145.
package codex
