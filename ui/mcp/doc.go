// Package mcp serves the sessions of all CLIs to agents over the Model Context Protocol, so that any CLI can read what
// was said in the others.
//
// All tools are read-only. None starts a CLI: hand_over reports what would arrive and the command that delivers it, and
// the agent's own CLI then asks its user about the command. Content of sessions is untrusted text: it is returned as
// data, with secrets masked, and a reference names a session of a store, never a file.
//
// An answer stays under [answerSize], which every CLI passes on whole, and ends within [answerTime], before the first
// CLI gives up. A longer answer continues at a cursor. The descriptions contain the words "sessions", "history" and
// "memory", with which Codex's search finds the tools.
package mcp
