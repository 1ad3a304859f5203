package kimicli

import (
	"fmt"

	format "stead/internal/format/kimicli"
	"stead/internal/jsonl"
	"stead/internal/toolmap"
	"stead/timeline"
	"stead/writers"
)

// convert writes an entry that has no line of its own in the context.
func (n *encoder) convert(e *timeline.Entry) error {
	switch {
	case e.Branch != "" && !e.Hidden:
		n.Lose("abandoned branch", "undone turns are not written: only the active conversation is")
		return nil
	case e.Hidden || e.Branch != "" || !n.hasForm(e):
		return nil
	}
	n.report.Entries++
	return n.dialogue.Add(e)
}

// isDrawn reports whether the wire file, which goes back as it was, has an entry already: only the context lacks it.
func (n *encoder) isDrawn(e *timeline.Entry) bool {
	return e.Extra[format.SeenExtra] != nil && !n.stream.Cut && n.stream.Header.Source.CLI == format.Name
}

// hasForm reports whether Kimi CLI has a form for what an entry says. Of system entries only summaries have one.
func (n *encoder) hasForm(e *timeline.Entry) bool {
	switch e.Type {
	case timeline.Assistant:
		for range e.Attachments {
			n.loseItem(writers.Media, 0, "attachment of the model", "Kimi CLI has pictures only in prompts and results")
		}
		return !e.Thinking.IsEmpty() || !e.Content.IsEmpty()
	case timeline.System:
		if e.Compaction == nil && !e.Content.IsBlank() {
			n.loseItem(writers.Texts, e.Content.Characters(), "system message", "Kimi CLI sends its own instructions to the model and none of another CLI")
		}
		return e.Compaction != nil
	}
	return true
}

// User writes what the user said.
func (n *encoder) User(e *timeline.Entry) error {
	parts := n.parts([]timeline.Text{e.Told()}, e.Attachments)
	if c := (format.Content{Texts: []timeline.Text{e.Told()}}); len(e.Attachments) == 0 && format.IsHarness(c) {
		n.Lose("prompt that looks like a note of the CLI", "the model gets it, but a reader takes it for the CLI's own text")
	}
	content := parts.content()
	n.message(format.RoleUser, []string{e.ID}, content, nil)
	if at := n.stamp(e.Timestamp); !n.isDrawn(e) {
		n.screen.beginTurn(at, content)
	}
	return nil
}

// message writes a message of the context.
func (n *encoder) message(role string, entries []string, content []byte, more func(*timeline.Object)) {
	line := n.context.line(func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("role", role)
			o.Raw("content", content)
			if more != nil {
				more(o)
			}
		})
	})
	n.memory.add(entries, line)
}

// Response writes what the model said in one go. A second text begins a message of its own, as a message may be sent with its texts run together; but
// not after calls, which belong to what follows.
func (n *encoder) Response(entries []*timeline.Entry) error {
	for len(entries) > 0 {
		end := 1
		hasCalls := entries[0].Type == timeline.ToolCall
		for end < len(entries) && (hasCalls || entries[end].Type == timeline.ToolCall || entries[end-1].Content.IsEmpty()) {
			hasCalls = hasCalls || entries[end].Type == timeline.ToolCall
			end++
		}
		n.answer(entries[:end])
		entries = entries[end:]
	}
	return nil
}

func (n *encoder) answer(entries []*timeline.Entry) {
	var said parts
	var calls [][]byte
	var ids []string
	draws := !n.isDrawn(entries[0])
	if at := n.stamp(entries[0].Timestamp); draws {
		n.screen.beginStep(at)
	}
	for _, e := range entries {
		ids = append(ids, e.ID)
		at := n.stamp(e.Timestamp)
		if e.Type == timeline.ToolCall {
			call := n.call(e)
			calls = append(calls, call)
			if draws {
				n.screen.call(at, call)
			}
			continue
		}
		for _, part := range []part{thought(e.Thinking), text(e.Content)} {
			if !part.isEmpty() {
				said = append(said, part)
				if draws {
					n.screen.part(at, part)
				}
			}
		}
	}
	n.message(format.RoleAssistant, ids, said.content(), func(o *timeline.Object) {
		if len(calls) > 0 {
			o.Raw("tool_calls", timeline.AppendArray(nil, calls))
		}
	})
	for _, e := range entries {
		if e.Type == timeline.ToolCall && draws {
			n.screen.spawn(n.last, e, n.calls[e.ID])
		}
	}
}

// call returns a call: as one of the CLI's own tools where there is one that does the same, else under its own name. The model is not
// offered that tool, but takes a past call of it as it is.
func (n *encoder) call(e *timeline.Entry) []byte {
	name, arguments, near, ok := format.FromUniversal(e.Tool, e.Input, n.plan.Stream.Header.Project.Path)
	for _, argument := range near {
		n.report.Losses.Approximate(writers.ArgumentOf(e, argument.Argument), argument.Why)
	}
	if !ok {
		name, arguments = toolmap.Plain(toolmap.Called(e)), e.Input
	}
	if !jsonl.Value(arguments).IsObject() {
		arguments = []byte("{}")
	}
	id := n.callID(e.ID)
	n.calls[e.ID] = id
	return timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("type", "function")
		o.String("id", id)
		o.Append("function", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("name", name)
				o.String("arguments", string(arguments))
			})
		})
	})
}

// callID returns an id for a call that no other call of the session has.
func (n *encoder) callID(id string) string {
	if id == "" {
		id = fmt.Sprintf("call-%d", n.lines+n.context.Lines+1)
	}
	return n.taken.Numbered(id)
}

// Result writes the result of a call.
func (n *encoder) Result(call, result *timeline.Entry) error {
	outcome := format.Outcome{Output: result.Output, Error: result.Error, Failed: !result.Success}
	parts := n.parts(format.FormatOutput(outcome, len(result.Attachments) > 0), result.Attachments)
	id := n.calls[call.ID]
	delete(n.calls, call.ID)
	n.message(format.RoleTool, []string{result.ID}, parts.content(), func(o *timeline.Object) { o.String("tool_call_id", id) })
	if at := n.stamp(result.Timestamp); !n.isDrawn(result) {
		n.screen.result(at, id, outcome, parts)
	}
	return nil
}

// System writes a summary as the CLI does: it begins a context of its own, in which the messages stand again that it keeps.
func (n *encoder) System(e *timeline.Entry) error {
	kept, missing := n.memory.kept(e.Compaction.Keeps)
	for range missing {
		n.Lose("entry that a compaction keeps", "it lies too far back: the model gets the summary without it")
	}
	at := n.stamp(e.Timestamp)
	n.screen.endTurn(at)
	n.screen.compacted(at)
	if err := n.begin(); err != nil {
		return err
	}
	summary := parts{text(format.SummaryNote()), text(e.Content)}
	n.message(format.RoleUser, []string{e.ID}, summary.content(), nil)
	for _, line := range kept {
		n.context.raw(line.raw)
		n.memory.add(line.entries, line.raw)
	}
	return nil
}

// spawned returns the sub-agents of a session by the calls that started them.
func spawned(s timeline.Stream) map[string][]timeline.Header {
	agents := map[string][]timeline.Header{}
	for _, child := range s.Children {
		if child.Header.Lineage != nil && child.Header.Lineage.At != "" {
			agents[child.Header.Lineage.At] = append(agents[child.Header.Lineage.At], child.Header)
		}
	}
	return agents
}
