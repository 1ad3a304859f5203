package terminal

import (
	"fmt"
	"strings"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// leastHeadline is how much of a call's line is its own, in cells, however much there is to say of what it returned.
const leastHeadline = 20

// foldedCall writes a call as one line, with a few words on what came of it. What it changes in files stands below.
func (p *printer) foldedCall(s transcript.Step) {
	said, code := outcome(s)
	change, more := transcript.Change(s.Entry, p.mostOfChange())
	if p.Brief {
		if said == "" {
			said = extentOfChange(change, more)
		}
		change, more = "", 0
	}
	room := p.Width - len(indent+p.label+"> ")
	if p.Width == 0 {
		room = headlineWidth
	}
	headline := transcript.Headline(s.Entry)
	if said != "" {
		said = plain.Fit(" · "+said, max(room-min(plain.Width(headline), leastHeadline), 1))
	}
	headline = plain.Fit(headline, max(room-plain.Width(said), 1))
	p.line(indent, p.style(faint, p.label)+p.style(colors[timeline.ToolCall], p.sign())+headline+p.style(code, said))
	p.change(change, more)
	if s.Result != nil {
		p.attachments(s.Result)
	}
}

// outcome says in a few words what a call has returned, and in which style.
func outcome(s transcript.Step) (text, code string) {
	state, isFailed := transcript.State(s)
	switch {
	case isFailed:
		return strings.TrimSuffix("failed: "+strings.TrimPrefix(state, "failed"), ": "), red
	case state != "", s.Result == nil, s.Result.Output.IsBlank():
		return state, faint
	case isChange(s.Entry):
		return "", faint // what it has changed says more
	}
	return extent(s.Result.Output), faint
}

// sign stands before a call: where calls can be opened, whether it is.
func (p pen) sign() string {
	switch {
	case p.Brief && p.Full:
		return "▾ "
	case p.Brief:
		return "▸ "
	}
	return "> "
}

// extentOfChange says how many lines a change adds and takes away. Of a change that is too long to look at all of it,
// nothing is said.
func extentOfChange(change string, more int64) string {
	if change == "" || more > 0 {
		return ""
	}
	added, deleted := 0, 0
	for line := range strings.Lines(change) {
		switch line[0] {
		case '+':
			added++
		case '-':
			deleted++
		}
	}
	return fmt.Sprintf("+%d −%d", added, deleted)
}

func isChange(call *timeline.Entry) bool {
	return call.Tool == timeline.Edit || call.Tool == timeline.Write
}

// shortOutput is the length up to which an output of one line stands in its call's, in cells.
const shortOutput = 40

// extent is a short output, or how long it is.
func extent(output timeline.Text) string {
	if output.Len() > headBytes {
		return transcript.Size(int64(output.Len()))
	}
	text := strings.Trim(plain.Text(output.String()), "\n")
	if lines := strings.Count(text, "\n") + 1; lines > 1 {
		return fmt.Sprintf("%d lines", lines)
	}
	if plain.Width(text) > shortOutput {
		return "1 line"
	}
	return plain.Line(text)
}
