package inject

import "stead/inject/signals"

// Source is where a CLI shows something.
type Source int

// The sources. What a file, an event or a hook says is preferred; a screen is only looked at where nothing else tells.
const (
	// Event is a line of a headless CLI's event stream.
	Event Source = iota
	// Output is a line of a headless CLI's output that is no event: it is what the CLI says on standard error.
	Output
	// Hook is a line that the CLI's hooks have appended to [Launch].Events.
	Hook
	// Record is a record of the native store, as the CLI wrote it ([timeline.Record].Raw).
	Record
	// Title is the window title that the CLI has set (OSC 0 or 2). It is drawn again and again while it stands: only one
	// whose sign is another than that of the title before is news.
	Title
	// Notice is a notification that the CLI has asked the terminal for (OSC 9, 99 or 777), or the state that it has told
	// it (OSC 7501), without the number: "state=working:app=codex".
	Notice
	// Screen is the text that stands on the screen of an interactive CLI, row by row; it is looked at when drawing pauses.
	// As with titles, only a change is news.
	Screen
)

// Signaller is a driver that knows by which signs its CLI shows what it does.
type Signaller interface {
	// Signal returns what something that the CLI has shown means. Ok is false for what means nothing. It keeps nothing
	// between calls: what several signs mean together is decided where all of them arrive. A sign without a state may
	// still say what the CLI is about to do: a permission that is asked for without saying for what is asked for that.
	Signal(from Source, said []byte) (signal signals.Signal, ok bool)
}
