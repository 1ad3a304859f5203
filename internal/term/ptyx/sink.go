package ptyx

import "time"

// Sink hears what passes through a terminal. It is called from one goroutine, in the order in which things happened,
// and must copy what it keeps of a chunk. Chunks are cut anywhere, also inside a character.
type Sink interface {
	Output(at time.Time, chunk []byte)         // what the program wrote
	Input(at time.Time, chunk []byte)          // what was typed
	Resize(at time.Time, rows, columns uint16) // the terminal's size from now on, in cells
	Flush()                                    // nothing more waits at the moment
}

// OutputFunc is a Sink that hears only what the program writes.
type OutputFunc func(at time.Time, chunk []byte)

// Output implements Sink.
func (f OutputFunc) Output(at time.Time, chunk []byte) { f(at, chunk) }

// Input implements Sink.
func (OutputFunc) Input(time.Time, []byte) {}

// Resize implements Sink.
func (OutputFunc) Resize(time.Time, uint16, uint16) {}

// Flush implements Sink.
func (OutputFunc) Flush() {}

// InputFunc is a Sink that hears only what is typed.
type InputFunc func(at time.Time, chunk []byte)

// Output implements Sink.
func (InputFunc) Output(time.Time, []byte) {}

// Input implements Sink.
func (f InputFunc) Input(at time.Time, chunk []byte) { f(at, chunk) }

// Resize implements Sink.
func (InputFunc) Resize(time.Time, uint16, uint16) {}

// Flush implements Sink.
func (InputFunc) Flush() {}

// Sinks passes everything on to each of its sinks in turn.
type Sinks []Sink

// Output implements Sink.
func (s Sinks) Output(at time.Time, chunk []byte) {
	for _, sink := range s {
		sink.Output(at, chunk)
	}
}

// Input implements Sink.
func (s Sinks) Input(at time.Time, chunk []byte) {
	for _, sink := range s {
		sink.Input(at, chunk)
	}
}

// Resize implements Sink.
func (s Sinks) Resize(at time.Time, rows, columns uint16) {
	for _, sink := range s {
		sink.Resize(at, rows, columns)
	}
}

// Flush implements Sink.
func (s Sinks) Flush() {
	for _, sink := range s {
		sink.Flush()
	}
}
