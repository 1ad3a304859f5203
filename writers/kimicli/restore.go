package kimicli

import (
	"encoding/json"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// restorer restores native lines.
type restorer struct {
	stream       timeline.Stream
	context      *contextFiles
	screen       *screen
	clock        *clock
	conversation *conversation
	isMoved      bool // whether the session continues in a different folder
	// position is the position of the last restored record, or -1.
	position int
}

// takes reports whether an entry is restored from its own line. A session with omitted parts is converted as a whole.
func (r *restorer) takes(e *timeline.Entry) bool {
	native := e.Native
	if native == nil || native.CLI != format.Name || r.stream.Cut {
		return false
	}
	return native.Raw != nil || r.position == native.Line // for further entries of a line, the first one decided
}

// write restores an entry's line unchanged.
func (r *restorer) write(e *timeline.Entry) error {
	if e.Type == timeline.ToolCall {
		r.conversation.taken.Take(e.ID)
	}
	if e.Native.Raw == nil {
		r.context.memory.join(e.ID)
		return nil
	}
	if err := r.conversation.dialogue.Close(); err != nil {
		return err
	}
	followed := r.position
	r.position = e.Native.Line
	record := format.Peek(e.Native.Raw)
	if r.isMoved && record.Role.Is(format.RoleSystemPrompt) {
		record.Content = nil // it names the old folder; the CLI adds the current one
	}
	// Each context file begins with the CLI's system prompt, or one position after the previous file if it has no prompt
	// yet.
	begins := record.Role.Is(format.RoleSystemPrompt) || e.Native.Line > followed+1
	if begins && r.context.file.Lines > 0 {
		if err := r.context.begin(); err != nil {
			return err
		}
	}
	if record.Role.Is(format.RoleSystemPrompt) && record.Content == nil {
		return nil
	}
	r.context.file.raw(e.Native.Raw)
	r.context.memory.add([]string{e.ID}, e.Native.Raw)
	r.clock.last = momentOr(e.Timestamp, r.clock.last)
	return nil
}

// keep restores a line of the wire file unchanged. For a session that is converted as a whole, the wire file is
// generated instead.
func (r *restorer) keep(line json.RawMessage) {
	if r.stream.Cut || r.stream.Header.Source.CLI != format.Name {
		return
	}
	if value := jsonl.Value(line); value.IsString() {
		r.screen.raw([]byte(value.String()))
	} else {
		r.screen.raw(line)
	}
}
