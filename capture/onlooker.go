package capture

import (
	"bytes"
	"time"

	"stead/inject"
)

// Onlooker hears what an interactive CLI asks the terminal for beside drawing: titles and notifications.
type Onlooker struct {
	// Heard is told where something was said, and what.
	Heard func(inject.Source, []byte)
	// rest is an unfinished sequence.
	rest []byte
}

// operating begins an operating system command, OSC.
var operating = []byte("\x1b]")

// longestOperating is how long a command is listened to. Longer ones hold pictures, or the clipboard.
const longestOperating = 4 << 10

// Output hears what the program writes, cut anywhere. It is called from one goroutine.
func (o *Onlooker) Output(_ time.Time, chunk []byte) {
	if len(o.rest) > 0 {
		chunk = append(o.rest, chunk...)
		o.rest = nil
	}
	for {
		at := bytes.Index(chunk, operating)
		if at < 0 {
			if bytes.HasSuffix(chunk, operating[:1]) {
				o.keep(chunk[len(chunk)-1:])
			}
			return
		}
		chunk = chunk[at:]
		end := bytes.IndexAny(chunk[len(operating):], "\a\x1b")
		if end < 0 {
			o.keep(chunk)
			return
		}
		o.command(chunk[len(operating) : len(operating)+end])
		chunk = chunk[len(operating)+end:]
	}
}

func (o *Onlooker) keep(rest []byte) {
	if len(rest) <= longestOperating {
		o.rest = bytes.Clone(rest)
	}
}

// command takes one command: its number, and what it is about.
func (o *Onlooker) command(said []byte) {
	number, text, _ := bytes.Cut(said, []byte{';'})
	switch string(number) {
	case "0", "2":
		o.Heard(inject.Title, text)
	case "9", "99", "777", "7501":
		o.Heard(inject.Notice, text)
	}
}
