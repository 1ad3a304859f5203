package asciicast

import "time"

// Code is the kind of an event.
type Code byte

// The codes of version 3.
const (
	Output Code = 'o'
	Input  Code = 'i'
	Resize Code = 'r' // data is COLUMNSxROWS
	Marker Code = 'm' // data is the marker's label
	Exit   Code = 'x' // data is the exit status
)

// Event is one line of a recording.
type Event struct {
	At   time.Duration // since the start of the recording, with a resolution of a microsecond
	Code Code
	Data string // always valid UTF-8: other bytes have become U+FFFD
}

// Header is the first line of a recording.
type Header struct {
	Columns, Rows int
	Term          string    // the TERM that the program saw
	Start         time.Time // in whole seconds
	Command       string    // for people to read
	Title         string
	Env           map[string]string // selected variables only, never all
}
