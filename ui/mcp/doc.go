// Package mcp serves the sessions of all CLIs to agents, by the Model Context Protocol: any CLI can look into what was
// said in the others.
//
// All tools only read. None starts a CLI: hand_over says what would arrive and the command that does it, which the
// agent's own CLI then asks its user about. What sessions hold is text of strangers: it is returned as data, with
// secrets masked, and a reference names a session of a store, never a file.
//
// An answer stays under [answerSize], which every CLI passes on whole, and ends within [answerTime], before the first
// of them gives up; a longer one goes on at a cursor. The descriptions hold the words "sessions", "history" and
// "memory", by which Codex's search finds the tools.
package mcp
