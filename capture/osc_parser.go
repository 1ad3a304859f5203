package capture

import (
	"bytes"
	"time"

	"stead/inject"
)

// OSCParser extracts what an interactive CLI requests from the terminal in addition to drawing: titles and
// notifications.
//
// It finds the end of a command itself, because the scanner of x/ansi (0.11.7) takes the byte 0x9c for one. That byte
// is part of "✳" in UTF-8, with which Claude Code's titles begin. The parser skips everything outside commands without
// examining it, because it delays the CLI's output.
type OSCParser struct {
	// OnEvent is called with the channel of an event, and its bytes.
	OnEvent func(inject.Source, []byte)
	// rest is an unfinished sequence.
	rest []byte
}

// operating begins an operating system command (OSC).
var operating = []byte("\x1b]")

// longestOperating is the maximum length of a command. Longer ones hold images, or the clipboard.
const longestOperating = 4 << 10

// Output processes the program's output, which may be cut anywhere. It must be called from one goroutine.
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

// command processes one command: its number, and its text.
func (p *OSCParser) command(said []byte) {
	number, text, _ := bytes.Cut(said, []byte{';'})
	switch string(number) {
	case "0", "2":
		p.OnEvent(inject.Title, text)
	case "9", "99", "777", "7501":
		p.OnEvent(inject.Notice, text)
	}
}
