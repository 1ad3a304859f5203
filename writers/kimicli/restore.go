package kimicli

import (
	"encoding/json"

	format "stead/internal/format/kimicli"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restorer remembers what was restored.
type restorer struct {
	// position is that of the record that was restored last, or -1.
	position int
}

// restores reports whether the entry is written from its own line. A session of which parts were left out is converted as a whole.
func (n *encoder) restores(e *timeline.Entry) bool {
	r := e.Native
	if r == nil || r.CLI != format.Name || n.stream.Cut {
		return false
	}
	return r.Raw != nil || n.restorer.position == r.Line // of further entries of a line, the first one decided
}

// restore writes an entry's line as it was.
func (n *encoder) restore(e *timeline.Entry) error {
	if e.Type == timeline.ToolCall {
		n.taken.Take(e.ID)
	}
	if e.Native.Raw == nil {
		n.memory.join(e.ID)
		return nil
	}
	if err := n.dialogue.Close(); err != nil {
		return err
	}
	followed := n.restorer.position
	n.restorer.position = e.Native.Line
	record := format.Peek(e.Native.Raw)
	if n.isMoved() && record.Role.Is(format.RoleSystemPrompt) {
		record.Content = nil // it names the old folder; the CLI adds the present one
	}
	// Each context file begins with the CLI's own prompt, or is one position behind the last when it has none yet.
	begins := record.Role.Is(format.RoleSystemPrompt) || e.Native.Line > followed+1
	if begins && n.context.Lines > 0 {
		if err := n.begin(); err != nil {
			return err
		}
	}
	if record.Role.Is(format.RoleSystemPrompt) && record.Content == nil {
		return nil
	}
	n.context.raw(e.Native.Raw)
	n.memory.add([]string{e.ID}, e.Native.Raw)
	n.last = momentOr(e.Timestamp, n.last)
	return nil
}

// isMoved reports whether the session goes on in another folder than the one in which it was held.
func (n *encoder) isMoved() bool {
	from := n.plan.Stream.Header.Project.Path
	return n.plan.Dir != "" && from != "" && n.plan.Dir != from
}

// keep writes a line of the wire file back as it was. Of a session that is converted as a whole it is made anew.
func (n *encoder) keep(line json.RawMessage) {
	if n.stream.Cut || n.stream.Header.Source.CLI != format.Name {
		return
	}
	if value := jsonl.Value(line); value.IsString() {
		n.screen.raw([]byte(value.String()))
	} else {
		n.screen.raw(line)
	}
}
