// Package replay plays a session again: step by step through its timeline, with what the model saw and what that cost,
// and through the recording of its terminal, at any speed.
//
// A [Session] is read once and is kept in a temporary file from then on. Memory holds the position of each step, and
// the bodies of the displayed step. A recording is never sent to the terminal directly. The emulator of
// internal/term/screen draws it, so that nothing in it can rename a window, write to the clipboard or leave a mode
// behind, and it can be displayed on a terminal of another size.
package replay
