package clido

import (
	"bytes"
	"slices"
	"strings"

	format "stead/adapters/clido"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// restorer restores native lines.
type restorer struct {
	out          *output
	conversation *conversation
	// line is the last line that was restored as a whole.
	line int
}

// takes reports whether an entry is restored from its line. In a session that was cut, a line with several entries is
// not, because some of them may be gone.
func (r *restorer) takes(e *timeline.Entry) bool {
	if e.Native == nil || e.Native.CLI != format.Name || e.Native.Session != "" {
		return false
	}
	if !r.out.plan.Stream.Cut {
		return true
	}
	if e.Native.Raw == nil {
		return r.line == e.Native.Line
	}
	return !isComposite(e.Native.Raw)
}

// isComposite reports whether a line's message has several content blocks.
func isComposite(raw []byte) bool {
	blocks := 0
	for range jsonl.Elements(jsonl.Value(raw).Get("content")) {
		blocks++
	}
	return blocks > 1
}

// write writes a line. It changes only the session's id and, if the session continues in another folder, the folder.
func (r *restorer) write(e *timeline.Entry) error {
	if c := r.conversation.responses.open[e.CallID]; c != nil && e.Type == timeline.ToolResult {
		delete(r.conversation.responses.open, e.CallID) // this line answers the call, which was converted
	}
	if e.Active() {
		if err := r.conversation.settleAll(); err != nil {
			return err
		}
		r.out.report.Entries++
	} else if err := r.conversation.responses.flush(); err != nil {
		return err
	}
	r.track(e)
	raw := e.Native.Raw
	if raw == nil {
		return nil
	}
	r.line = e.Native.Line
	if r.out.isSame {
		return r.out.Line(raw)
	}
	clean, _, ok := jsonl.Clean(raw)
	if !ok || !format.Loads(clean) {
		return r.keep(raw)
	}
	r.note(clean)
	if !jsonl.Value(clean).Get("type").Is(format.Meta) {
		if err := r.out.begin(); err != nil {
			return err
		}
		return r.out.Line(raw)
	}
	if r.out.hasMeta {
		return nil
	}
	r.out.hasMeta = true
	return r.out.Line(r.moved(clean))
}

// track keeps track of the restored calls that wait for a result.
func (r *restorer) track(e *timeline.Entry) {
	switch e.Type {
	case timeline.ToolCall:
		id, _, _ := strings.Cut(e.ID, "#line-") // the reader's suffix for an id that occurs twice
		r.conversation.responses.native[e.ID] = id
	case timeline.ToolResult:
		delete(r.conversation.responses.native, e.CallID)
	}
}

// keep writes a line that would make clido reject the whole session as a note, which clido's loader skips.
func (r *restorer) keep(raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	r.out.lose("line that clido does not load", "it would refuse the whole session for it: a system line holds its text")
	return r.out.line(format.System, func(o *timeline.Object) {
		o.String("subtype", "info")
		o.String("message", string(raw))
	})
}

// note remembers the ids of a restored line's calls.
func (r *restorer) note(line jsonl.Value) {
	for block := range jsonl.Elements(line.Get("content")) {
		if block.Get("type").Is(format.UseBlock) {
			r.conversation.responses.used.Take(block.Get("id").String())
		}
	}
}

// moved returns the first line with the session's new id and folder.
func (r *restorer) moved(meta jsonl.Value) []byte {
	line := replaced(meta, "session_id", r.out.plan.ID)
	if r.out.plan.Dir != "" {
		line = replaced(line, "project_path", r.out.plan.Dir)
	}
	return line
}

// replaced returns a line with a new text for one of its members.
func replaced(line jsonl.Value, member, text string) jsonl.Value {
	value := line.Get(member)
	if !value.IsString() || value.String() == text {
		return line
	}
	at := cap(line) - cap(value) // the beginning of the value, which shares the line's memory
	return slices.Concat(line[:at], timeline.AppendString(nil, text), line[at+len(value):])
}
