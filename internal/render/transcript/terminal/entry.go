package terminal

import (
	"bytes"
	"fmt"
	"strings"

	"stead/internal/render/gfm/screen"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// How much is shown of folded texts.
const (
	outputLines   = 8
	thinkingLines = 3
	summaryLines  = 12
	// headlineWidth is the width of a call's line if the terminal does not limit it.
	headlineWidth = 160
	// headBytes is the number of bytes decoded of a folded body.
	headBytes = 64 << 10
)

const indent = "  "

func (p *printer) step(s transcript.Step) {
	p.label = p.labelOf(s)
	switch s.Entry.Type {
	case timeline.ToolCall:
		p.heading("assistant", s.Entry)
		if !p.Tools && !p.Full {
			p.foldedCall(s)
			return
		}
		p.call(s.Entry)
		if s.Result != nil {
			p.result(s.Result)
		}
	case timeline.ToolResult:
		if s.Answers != "" || p.label != "" {
			p.dim(indent, plain.Fit(p.label+"result of "+s.Answers, p.Width-len(indent)))
		}
		p.result(s.Entry)
	default:
		p.message(s.Entry)
	}
}

// labelOf returns the numbers of a step's entries, if they are shown, followed by a space.
func (p pen) labelOf(s transcript.Step) string {
	if !p.Numbers || s.Number == 0 {
		return ""
	}
	before := 0
	if p.Before != nil {
		before = p.Before().Entries
	}
	label := fmt.Sprintf("#%d ", before+s.Number)
	if s.ResultNumber > 0 {
		label += fmt.Sprintf("#%d ", before+s.ResultNumber)
	}
	return label
}

// heading names the speaker, if it has changed.
func (p *printer) heading(speaker string, e *timeline.Entry) {
	if e.Branch != "" {
		speaker += " (abandoned branch " + plain.Line(e.Branch) + ")"
	}
	isNumbered := p.label != "" && e.Type != timeline.ToolCall
	if speaker == p.speaker && speaker != string(timeline.User) && !isNumbered {
		return
	}
	p.speaker = speaker
	p.line("", "")
	heading := p.style(bold+colors[e.Type], plain.Fit(speaker, p.Width))
	if at := transcript.Time(e.Timestamp, "15:04", p.Zone); at != "" && e.Branch == "" {
		heading += " " + p.style(faint, at)
	}
	if number := p.turnOf(e); number > 0 {
		heading += p.style(faint, fmt.Sprintf(" · turn %d", number))
	}
	if isNumbered {
		heading += p.style(faint, " · "+strings.TrimSpace(p.label))
	}
	p.line("", heading)
}

// turnOf returns the number of the turn that an entry begins, or 0 if it begins none.
func (p *printer) turnOf(e *timeline.Entry) int {
	if p.NoTurns || !e.StartsTurn() {
		return 0
	}
	if p.turn == 0 && p.Before != nil {
		p.turn = p.Before().Turns
	}
	p.turn++
	return p.turn
}

func (p *printer) message(e *timeline.Entry) {
	if e.Type == timeline.User && e.Origin != nil {
		p.context(e)
		return
	}
	p.heading(string(e.Type), e)
	if !e.Thinking.IsEmpty() {
		p.folded(indent+"~ ", e.Thinking, thinkingLines)
	}
	switch {
	case e.Compaction != nil:
		p.dim(indent, "the history before this was replaced by a summary:")
		p.folded(indent, e.Content, summaryLines)
	case p.Markdown && e.Type == timeline.Assistant && !e.Content.IsBlank():
		p.drawn(e.Content.String())
	case !e.Content.IsBlank():
		p.text(indent, strings.Trim(plain.Text(e.Content.String()), "\n"))
	}
	p.attachments(e)
}

// drawn writes Markdown.
func (p pen) drawn(markdown string) {
	width := 0
	if p.Width > 0 {
		width = max(p.Width-len(indent), 1)
	}
	for _, line := range screen.Draw(markdown, width, p.Color) {
		p.line(indent, line)
	}
}

// context writes a text that nobody typed in this form: what the user typed for it, and the folded text.
func (p *printer) context(e *timeline.Entry) {
	speaker := string(timeline.User)
	if e.IsContext() {
		speaker = "context"
	}
	p.heading(speaker, e)
	what, of := transcript.Origin(e)
	p.text(indent, p.style(colors[timeline.System], what)+" "+plain.Fit(of, p.Width-len(indent)-len(what)-1))
	if !e.Content.IsBlank() {
		p.folded(indent+indent, e.Content, outputLines)
	}
	p.attachments(e)
}

func (p pen) attachments(e *timeline.Entry) {
	for _, a := range e.Attachments {
		p.dim(indent, "["+transcript.Label(a)+"]")
	}
}

func (p *printer) call(e *timeline.Entry) {
	if p.Brief {
		p.openedCall(e)
		return
	}
	headline := transcript.Headline(e)
	change, more := transcript.Change(e, p.mostOfChange())
	switch {
	case p.Full && change != "":
		headline += otherArguments(e)
	case p.Full && !bytes.Equal(e.Input, []byte("{}")):
		headline = plain.Line(transcript.Name(e) + " " + string(e.Input))
	}
	if !p.Full {
		width := p.Width - len(indent+p.label+"> ")
		if p.Width == 0 {
			width = headlineWidth
		}
		headline = plain.Fit(headline, max(width, 1))
	}
	p.text(indent, p.style(faint, p.label)+p.style(colors[timeline.ToolCall], p.sign())+headline)
	p.change(change, more)
}

func (p *printer) result(e *timeline.Entry) {
	if !e.Success {
		p.text(indent+indent, p.style(red, strings.TrimSuffix("failed: "+plain.Line(e.Error.Head(200)), ": ")))
	}
	if !e.Output.IsBlank() {
		p.folded(indent+indent, e.Output, outputLines)
	}
	p.attachments(e)
}

// folded writes the first lines of a text, and how much is left out.
func (p pen) folded(prefix string, t timeline.Text, most int) {
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
		p.dim(prefix, fmt.Sprintf("... %s in all", transcript.Size(int64(t.Len()))))
	case more > 0:
		p.dim(prefix, fmt.Sprintf("... %d more lines", more))
	}
}
