package capture

import (
	"bytes"
	"time"

	"stead/inject"
)

// OSCParser hears what an interactive CLI asks the terminal for beside drawing: titles and notifications.
//
// It looks for the end of a command itself: the scanner of x/ansi (0.11.7) takes the byte 0x9c for one, which is a part
// of "✳" in UTF-8, with which Claude Code's titles begin. And it passes over all that is no command without looking at
// it, since it stands in the way of the CLI's output.
type OSCParser struct {
	// OnEvent gets the channel of an event, and its bytes.
	OnEvent func(inject.Source, []byte)
	// rest is an unfinished sequence.
	rest []byte
}

// operating begins an operating system command, OSC.
var operating = []byte("\x1b]")

// longestOperating is how long a command is listened to. Longer ones hold pictures, or the clipboard.
const longestOperating = 4 << 10

// Output hears what the program writes, cut anywhere. It is called from one goroutine.
func (p *OSCParser) Output(_ time.Time, chunk []byte) {
	if len(p.rest) > 0 {
		chunk = append(p.rest, chunk...)
		p.rest = nil
	}
	for {
		at := bytes.Index(chunk, operating)
		if at < 0 {
			if bytes.HasSuffix(chunk, operating[:1]) {
				p.keep(chunk[len(chunk)-1:])
			}
			return
		}
		chunk = chunk[at:]
		end := bytes.IndexAny(chunk[len(operating):], "\a\x1b")
		if end < 0 {
			p.keep(chunk)
			return
		}
		p.command(chunk[len(operating) : len(operating)+end])
		chunk = chunk[len(operating)+end:]
	}
}

func (p *OSCParser) keep(rest []byte) {
	if len(rest) <= longestOperating {
		p.rest = bytes.Clone(rest)
	}
}

// command takes one command: its number, and what it is about.
func (p *OSCParser) command(said []byte) {
	number, text, _ := bytes.Cut(said, []byte{';'})
	switch string(number) {
	case "0", "2":
		p.OnEvent(inject.Title, text)
	case "9", "99", "777", "7501":
		p.OnEvent(inject.Notice, text)
	}
}
