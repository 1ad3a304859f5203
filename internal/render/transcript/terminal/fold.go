package terminal

import (
	"fmt"
	"strings"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// leastHeadline is the minimum width of a call's headline in its line, in cells, whatever follows about its result.
const leastHeadline = 20

// foldedCall writes a call as one line, with a few words on its result. The changes in files follow below.
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

// outcome describes the result of a call in a few words, and returns the style for them.
func outcome(s transcript.Step) (text, code string) {
	state, isFailed := transcript.State(s)
	switch {
	case isFailed:
		return strings.TrimSuffix("failed: "+strings.TrimPrefix(state, "failed"), ": "), red
	case state != "", s.Result == nil, s.Result.Output.IsBlank():
		return state, faint
	case isChange(s.Entry):
		return "", faint // the change itself says more
	}
	return extent(s.Result.Output), faint
}

// sign returns the sign before a call. If calls can be opened, it shows whether this one is open.
func (p pen) sign() string {
	switch {
	case p.Brief && p.Full:
		return "▾ "
	case p.Brief:
		return "▸ "
	}
	return "> "
}

// extentOfChange says how many lines a change adds and deletes. It is empty for a change that is too long to process
// completely.
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

// shortOutput is the maximum width, in cells, of a one-line output that appears in its call's line.
const shortOutput = 40

// extent returns a short output, or the size of a longer one.
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
