package terminal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

// ErrNoStep is the error for a step that a session does not have.
var ErrNoStep = errors.New("the session has no such step any more")

// One returns one complete step of a session, with the same heading as in Blocks, which folds the step. Entry is the id
// of the step's last entry. One reads what precedes the step, but does not draw it. Errors are those of the stream, and
// ErrNoStep.
func One(s timeline.Stream, entry string, o Options) (Block, error) {
	var text bytes.Buffer
	p := printer{pen: pen{o, bufio.NewWriter(&text)}}
	for step, err := range transcript.Steps(s) {
		switch {
		case err != nil:
			return Block{}, err
		case step.Entry == nil || step.Entry.Branch != "" && !o.Full:
			continue
		case LastOf(step) == entry:
			p.Full = true
			p.step(step)
			_ = p.w.Flush() // a buffer accepts all writes
			return Block{Entry: entry, Turn: p.turn, Lines: linesOf(&text)}, nil
		}
		p.pass(step.Entry)
		_ = p.w.Flush()
		text.Reset()
	}
	return Block{}, ErrNoStep
}

// pass skips an entry, but records who spoke, and in which turn.
func (p *printer) pass(e *timeline.Entry) {
	switch {
	case e.Type == timeline.ToolResult:
	case e.Type == timeline.ToolCall:
		p.heading("assistant", e)
	case e.Type == timeline.User && e.IsContext():
		p.heading("context", e)
	default:
		p.heading(string(e.Type), e)
	}
}

// openedCall writes a call with all of its arguments, below the line that it has when it is folded.
func (p *printer) openedCall(e *timeline.Entry) {
	p.text(indent, p.style(faint, p.label)+p.style(colors[timeline.ToolCall], p.sign())+transcript.Headline(e))
	change, more := transcript.Change(e, 0)
	for _, f := range transcript.Fields(e, 0) {
		isShown := f.IsChange || e.Tool == timeline.Write && f.Name == "content" ||
			plain.Line(f.Value) == transcript.Argument(e) && !strings.Contains(f.Value, "\n")
		switch {
		case isShown:
		case f.IsBlock:
			p.dim(indent+indent, f.Name+":")
			p.text(indent+indent+indent, strings.Trim(f.Value, "\n"))
		default:
			p.text(indent+indent, p.style(faint, f.Name+": ")+f.Value)
		}
	}
	p.change(change, more)
}

// longestRaw is the number of bytes shown of a record.
const longestRaw = 256 << 10

// Raw returns the records of one step as its CLI wrote them. Records that are JSON are indented. Errors are those of
// One.
func Raw(s timeline.Stream, entry string, o Options) ([]string, error) {
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return nil, err
		}
		if step.Entry == nil || LastOf(step) != entry {
			continue
		}
		var text bytes.Buffer
		p := printer{pen: pen{o, bufio.NewWriter(&text)}}
		p.line("", "")
		p.record(step.Entry)
		if step.Result != nil {
			p.record(step.Result)
		}
		_ = p.w.Flush()
		return linesOf(&text), nil
	}
	return nil, ErrNoStep
}

// record writes the native record of an entry.
func (p *printer) record(e *timeline.Entry) {
	r := e.Native
	switch {
	case r == nil:
		p.dim(indent, fmt.Sprintf("%s: it has no record of its own", e.Type))
		return
	case r.Raw == nil:
		p.dim(indent, fmt.Sprintf("%s: its record stands with an earlier entry", e.Type))
		return
	}
	p.dim(indent, fmt.Sprintf("%s: record %d of %s, %s", e.Type, r.Line, r.CLI, transcript.Size(int64(len(r.Raw)))))
	raw := r.Raw
	var indented bytes.Buffer
	if len(raw) <= longestRaw && json.Indent(&indented, raw, "", indent) == nil {
		raw = indented.Bytes()
	}
	p.text(indent, plain.Text(string(raw[:min(len(raw), longestRaw)])))
	if more := len(raw) - longestRaw; more > 0 {
		p.dim(indent, fmt.Sprintf("... %s more", transcript.Size(int64(more))))
	}
}
