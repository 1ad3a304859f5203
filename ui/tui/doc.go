// Package tui is the terminal face of stead: the sessions of the machine in a list, the chosen one's timeline beside
// it, and keys that carry out stead's verbs on it.
//
// # No key waits for the disk
//
// A key changes what is in memory, and the next frame shows that. Whatever reads a store, a session or an index is a
// command of bubbletea: it runs beside the screen, and its answer is a message. An answer that nobody waits for any
// more is known by its number and dropped.
//
// # Strangers' texts
//
// Titles, folders and texts of sessions are strangers'. Each passes through internal/term/plain, or through the
// transcript, which does the same, before it comes near a frame.
//
// # Why so few parts of bubbles
//
// None is used: its text field loads a package that looks for clipboard programs in PATH at every start of the program,
// whatever verb is meant, and its list and viewport keep all lines of what they show, styled, where this one styles
// what is seen.
package tui
