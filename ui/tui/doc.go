// Package tui is stead's interface in a terminal: a list of the machine's sessions, the timeline of the chosen one
// beside it, and keys that carry out stead's verbs on it.
//
// # No key waits for the disk
//
// A key changes state in memory, and the next frame shows it. Code that reads a store, a session or an index is a
// command of bubbletea: it runs in the background, and its answer is a message. An answer that is no longer needed is
// recognized by its number and dropped.
//
// # Strangers' texts
//
// Strangers may have written the titles, folders and texts of sessions. Each text passes through internal/term/plain,
// or through the transcript, which does the same, before it comes near a frame.
//
// # Why none of the parts of bubbles
//
// The text field of bubbles loads a package that looks for clipboard programs in PATH at every start of the program,
// whatever the verb. Its list and viewport keep all lines of their content, styled, while this package styles only the
// visible ones.
package tui
