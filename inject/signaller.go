package inject

import "stead/inject/signals"

// Source is the place where a CLI shows something.
type Source int

// The sources. Signs in a file, an event or a hook are preferred. The screen counts only if there is no other sign.
const (
	// Event is a line of a headless CLI's event stream.
	Event Source = iota
	// Output is a line of a headless CLI's output that is not an event. The CLI wrote it to standard error.
	Output
	// Hook is a line that the CLI's hooks appended to [Launch].Events.
	Hook
	// Record is a record of the native store, as the CLI wrote it ([timeline.Record].Raw).
	Record
	// Title is the window title that the CLI has set (OSC 0 or 2). CLIs redraw a title again and again, so it is news
	// only if its sign differs from that of the previous title.
	Title
	// Notice is a notification that the CLI requested from the terminal (OSC 9, 99 or 777), or the state that it
	// reported to the terminal (OSC 7501), without the number: "state=working:app=codex".
	Notice
	// Screen is the text on the screen of an interactive CLI, one line for each row. It is examined when drawing
	// pauses. As with titles, only a change is news.
	Screen
)

// Signaller is a driver that knows the signs by which its CLI shows what it is doing.
type Signaller interface {
	// Signal returns the meaning of something that the CLI has shown. Ok is false if it means nothing. Signal keeps no
	// state between calls: the code that receives all signs decides what several of them mean together. A sign without
	// a state may still say what the CLI is about to do. If a permission request then does not say what it is for, it
	// is for that action.
	Signal(from Source, said []byte) (signal signals.Signal, ok bool)
}
