package replay

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/timeline"
)

const indent = "  "

// body adds the contents of an entry. Call is the call that the entry answers, or nil.
func (p *page) body(e, call *timeline.Entry) {
	p.add(bold+speakers[e.Type], heading(e, call))
	if !e.Thinking.IsEmpty() {
		p.text(faint, indent+"~ ", e.Thinking)
	}
	if e.Compaction != nil {
		p.add(faint, indent+"the history before this was replaced by a summary:")
	}
	if !e.Content.IsBlank() {
		p.text("", indent, e.Content)
	}
	if e.Type == timeline.ToolCall {
		p.arguments(e)
	}
	if !e.Error.IsEmpty() {
		p.text(red, indent, e.Error)
	}
	if !e.Output.IsBlank() {
		p.text("", indent, e.Output)
	}
	for _, a := range e.Attachments {
		p.add(faint, indent+"["+transcript.Label(a)+"]")
	}
}

func heading(e, call *timeline.Entry) string {
	text := string(e.Type)
	switch {
	case e.Type == timeline.ToolCall:
		text = "call: " + transcript.Headline(e)
	case e.Type == timeline.ToolResult && call != nil:
		text = "result of " + transcript.Headline(call)
	case e.Type == timeline.ToolResult:
		text = "result"
	}
	if e.Type == timeline.ToolResult && !e.Success {
		text = "failed: " + text
	}
	if e.Branch != "" {
		text += " (abandoned branch " + plain.Line(e.Branch) + ")"
	}
	if e.Hidden {
		text += " (hidden)"
	}
	return text
}

func (p *page) arguments(e *timeline.Entry) {
	most := longestText
	if p.most > 0 {
		most = headBytes
	}
	for _, f := range transcript.Fields(e, most) {
		if !f.IsBlock {
			p.add("", indent+f.Name+": "+plain.Line(f.Value))
			continue
		}
		p.add("", indent+f.Name+":")
		p.block("", indent+indent, f.Value, int(f.More))
	}
}

// native adds the native record from which an entry was read.
func (p *page) native(e *timeline.Entry) {
	n := e.Native
	switch {
	case n == nil:
		p.add(faint, "there is no native record: stead made this entry, or its source keeps none")
		return
	case n.Raw == nil:
		p.add(faint, "the record belongs to an earlier entry")
		return
	}
	p.add(bold, plain.Line("record "+strconv.Itoa(n.Line)+" of "+strings.TrimSpace(n.CLI+" "+n.Session)))
	raw := n.Raw
	var indented bytes.Buffer
	if len(raw) <= longestText && json.Indent(&indented, raw, "", "  ") == nil {
		raw = indented.Bytes()
	}
	shown := raw[:min(len(raw), longestText)]
	p.most = 0
	p.block("", "", strings.ToValidUTF8(string(shown), "\uFFFD"), len(raw)-len(shown))
}
