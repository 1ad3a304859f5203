package ptyx

import "time"

// Sink receives the data that passes through a terminal. It is called from one goroutine, in the order of events, and
// must copy what it keeps of a chunk. Chunks may be cut anywhere, even inside a character.
type Sink interface {
	Output(at time.Time, chunk []byte)         // the program's output
	Input(at time.Time, chunk []byte)          // typed keys
	Resize(at time.Time, rows, columns uint16) // the terminal's size from now on, in cells
	Flush()                                    // no more data waits at the moment
}

// OutputFunc is a Sink that receives only the program's output.
type OutputFunc func(at time.Time, chunk []byte)

// Output implements Sink.
func (f OutputFunc) Output(at time.Time, chunk []byte) { f(at, chunk) }

// Input implements Sink.
func (OutputFunc) Input(time.Time, []byte) {}

// Resize implements Sink.
func (OutputFunc) Resize(time.Time, uint16, uint16) {}

// Flush implements Sink.
func (OutputFunc) Flush() {}

// InputFunc is a Sink that receives only typed keys.
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
