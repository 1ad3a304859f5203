package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"stead/internal/plain"
	"stead/timeline"
)

// How much is shown of what is folded.
const (
	outputLines   = 8
	thinkingLines = 3
	summaryLines  = 12
	// headlineWidth is how long a call's line is where the terminal does not limit it.
	headlineWidth = 160
	// headBytes is how much of a body is decoded to be folded.
	headBytes = 64 << 10
)

const indent = "  "

func (p *printer) entry(e *timeline.Entry) {
	switch e.Type {
	case timeline.ToolCall:
		p.heading("assistant", e)
		p.call(e)
	case timeline.ToolResult:
		p.result(e)
	default:
		p.message(e)
	}
}

// heading says who speaks, when that is another than before.
func (p *printer) heading(speaker string, e *timeline.Entry) {
	if e.Branch != "" {
		speaker += " (abandoned branch " + plain.Line(e.Branch) + ")"
	}
	if speaker == p.speaker && speaker != string(timeline.User) {
		return
	}
	p.speaker = speaker
	p.line("", "")
	heading := p.style(bold+colors[e.Type], plain.Fit(speaker, p.Width))
	if at := p.time(e.Timestamp, "15:04"); at != "" && e.Branch == "" {
		heading += " " + p.style(faint, at)
	}
	p.line("", heading)
}

func (p *printer) message(e *timeline.Entry) {
	p.heading(string(e.Type), e)
	if !e.Thinking.IsEmpty() {
		p.folded(indent+"~ ", e.Thinking, thinkingLines)
	}
	switch {
	case e.Compaction != nil:
		p.dim(indent, "the history before this was replaced by a summary:")
		p.folded(indent, e.Content, summaryLines)
	case !e.Content.IsBlank():
		p.text(indent, strings.Trim(plain.Text(e.Content.String()), "\n"))
	}
	p.attachments(e)
}

func (p *printer) attachments(e *timeline.Entry) {
	for _, a := range e.Attachments {
		text := a.MediaType
		if a.Name != "" {
			text += " " + a.Name
		}
		if a.Bytes > 0 {
			text += ", " + size(a.Bytes)
		}
		p.dim(indent, "["+plain.Line(text)+"]")
	}
}

func (p *printer) call(e *timeline.Entry) {
	headline := string(e.Tool)
	if e.Tool == timeline.Unknown {
		headline = e.OriginalTool
	}
	arguments := argument(e)
	if p.Full && !bytes.Equal(e.Input, []byte("{}")) {
		arguments = string(e.Input)
	}
	headline = plain.Line(headline + " " + arguments)
	if !p.Full {
		width := p.Width - len(indent+"> ")
		if p.Width == 0 {
			width = headlineWidth
		}
		headline = plain.Fit(headline, max(width, 1))
	}
	p.calls[e.ID], p.last = headline, e.ID
	p.text(indent, p.style(colors[timeline.ToolCall], "> ")+headline)
}

// mainArguments are the arguments by which people know what a call does, the first that it has.
var mainArguments = []string{"command", "path", "pattern", "url", "query", "description", "prompt"}

// argument returns the argument that tells most, or all of them.
func argument(e *timeline.Entry) string {
	var input map[string]json.RawMessage
	if json.Unmarshal(e.Input, &input) != nil || e.Tool == timeline.Unknown {
		return string(e.Input)
	}
	for _, name := range mainArguments {
		var text string
		if json.Unmarshal(input[name], &text) == nil && text != "" {
			return text
		}
	}
	return string(e.Input)
}

func (p *printer) result(e *timeline.Entry) {
	if headline, ok := p.calls[e.CallID]; ok && e.CallID != p.last {
		p.dim(indent, plain.Fit("result of "+headline, p.Width-len(indent)))
	}
	delete(p.calls, e.CallID)
	p.last = ""
	if !e.Success {
		p.text(indent+indent, p.style(red, strings.TrimSuffix("failed: "+plain.Line(e.Error.Head(200)), ": ")))
	}
	if !e.Output.IsBlank() {
		p.folded(indent+indent, e.Output, outputLines)
	}
	p.attachments(e)
}

// folded writes the first lines of a text, and how much more there is.
func (p *printer) folded(prefix string, t timeline.Text, most int) {
	if p.Full {
		p.dim(prefix, strings.Trim(plain.Text(t.String()), "\n"))
		return
	}
	lines := strings.Split(strings.Trim(plain.Text(t.Head(headBytes)), "\n"), "\n")
	more := len(lines) - most
	if more > 0 {
		lines = lines[:most]
	}
	for _, line := range lines {
		p.dim(prefix, plain.Fit(line, p.Width-len(prefix)))
	}
	switch {
	case t.Len() > headBytes:
		p.dim(prefix, fmt.Sprintf("... %s in all", size(int64(t.Len()))))
	case more > 0:
		p.dim(prefix, fmt.Sprintf("... %d more lines", more))
	}
}

func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000_000:
		return fmt.Sprintf("%d kB", n/1000)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}
