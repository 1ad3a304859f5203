// Package replay goes through a session again: step by step through its timeline, with what the model saw and what that
// cost, and through the recording of its terminal, at any speed.
//
// A [Session] is read once and lies in a temporary file from then on. Memory holds where each step lies, and the bodies
// of the one that is shown. A recording is never sent to the terminal as it is: it is drawn by the emulator of
// internal/term/screen, so that nothing in it can rename a window, write to the clipboard or leave a mode behind, and
// it can be seen on a terminal of another size.
package replay
