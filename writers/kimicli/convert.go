package kimicli

import (
	"fmt"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/dialogue"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no line of their own in the context, in the order that the dialogue
// determines.
type conversation struct {
	stream   timeline.Stream
	project  string // the working folder of the source
	report   *writers.Report
	context  *contextFiles
	screen   *screen
	clock    *clock
	dialogue *dialogue.Dialogue
	calls    map[string]string // maps entries to the native ids of calls without a result
	taken    entry.IDs         // the native ids of all calls
}

// Lose declares a loss.
func (c *conversation) Lose(what, why string) { c.report.Losses.Add(what, why) }

// write writes an entry that has no line of its own in the context.
func (c *conversation) write(e *timeline.Entry) error {
	switch {
	case e.Branch != "" && !e.Hidden:
		c.Lose("abandoned branch", "undone turns are not written: only the active conversation is")
		return nil
	case e.Hidden || e.Branch != "" || !hasForm(e, &c.report.Losses):
		return nil
	}
	c.report.Entries++
	return c.dialogue.Add(e)
}

// User writes a message of the user.
func (c *conversation) User(e *timeline.Entry) error {
	parts := partsOf([]timeline.Text{e.Told()}, e.Attachments, &c.report.Losses)
	if told := (format.Content{Texts: []timeline.Text{e.Told()}}); len(e.Attachments) == 0 && format.IsHarness(told) {
		c.Lose("prompt that looks like a note of the CLI", "the model gets it, but a reader takes it for the CLI's own text")
	}
	content := parts.content()
	c.context.message(format.RoleUser, []string{e.ID}, content, nil)
	if at := c.clock.stamp(e.Timestamp); !c.isDrawn(e) {
		c.screen.beginTurn(at, content)
	}
	return nil
}

// Response writes one response of the model. A second text begins a new message, because the CLI may send the texts of
// one message run together. It does not after calls, because they belong to the content that follows.
func (c *conversation) Response(entries []*timeline.Entry) error {
	for len(entries) > 0 {
		end := 1
		hasCalls := entries[0].Type == timeline.ToolCall
		for end < len(entries) && (hasCalls || entries[end].Type == timeline.ToolCall || entries[end-1].Content.IsEmpty()) {
			hasCalls = hasCalls || entries[end].Type == timeline.ToolCall
			end++
		}
		c.answer(entries[:end])
		entries = entries[end:]
	}
	return nil
}

// Result writes the result of a call.
func (c *conversation) Result(call, result *timeline.Entry) error {
	outcome := format.Outcome{Output: result.Output, Error: result.Error, Failed: !result.Success}
	parts := partsOf(format.FormatOutput(outcome, len(result.Attachments) > 0), result.Attachments, &c.report.Losses)
	id := c.calls[call.ID]
	delete(c.calls, call.ID)
	c.context.message(format.RoleTool, []string{result.ID}, parts.content(),
		func(o *timeline.Object) { o.String("tool_call_id", id) })
	if at := c.clock.stamp(result.Timestamp); !c.isDrawn(result) {
		c.screen.result(at, id, outcome, parts)
	}
	return nil
}

// System writes a summary in the CLI's own way: the summary begins a new context, which repeats the messages that it
// keeps.
func (c *conversation) System(e *timeline.Entry) error {
	kept, missing := c.context.memory.kept(e.Compaction.Keeps)
	for range missing {
		c.Lose("entry that a compaction keeps", "it lies too far back: the model gets the summary without it")
	}
	at := c.clock.stamp(e.Timestamp)
	c.screen.endTurn(at)
	c.screen.compacted(at)
	if err := c.context.begin(); err != nil {
		return err
	}
	tell := func() {
		summary := parts{text(format.SummaryNote()), text(e.Content)}
		c.context.message(format.RoleUser, []string{e.ID}, summary.content(), nil)
	}
	if !e.Compaction.KeepsFirst {
		tell()
	}
	for _, line := range kept {
		c.context.file.raw(line.raw)
		c.context.memory.add(line.entries, line.raw)
	}
	if e.Compaction.KeepsFirst {
		tell()
	}
	return nil
}

// isDrawn reports whether the wire file, which is restored unchanged, already has the entry, so that only the context
// lacks it.
func (c *conversation) isDrawn(e *timeline.Entry) bool {
	return e.Extra[format.SeenExtra] != nil && !c.stream.Cut && c.stream.Header.Source.CLI == format.Name
}

// answer writes a message of the model, and the calls in it.
func (c *conversation) answer(entries []*timeline.Entry) {
	var said parts
	var calls [][]byte
	var ids []string
	draws := !c.isDrawn(entries[0])
	if at := c.clock.stamp(entries[0].Timestamp); draws {
		c.screen.beginStep(at)
	}
	for _, e := range entries {
		ids = append(ids, e.ID)
		at := c.clock.stamp(e.Timestamp)
		if e.Type == timeline.ToolCall {
			call := c.call(e)
			calls = append(calls, call)
			if draws {
				c.screen.call(at, call)
			}
			continue
		}
		for _, part := range []part{thought(e.Thinking), text(e.Content)} {
			if !part.isEmpty() {
				said = append(said, part)
				if draws {
					c.screen.part(at, part)
				}
			}
		}
	}
	c.context.message(format.RoleAssistant, ids, said.content(), func(o *timeline.Object) {
		if len(calls) > 0 {
			o.Raw("tool_calls", timeline.AppendArray(nil, calls))
		}
	})
	for _, e := range entries {
		if e.Type == timeline.ToolCall && draws {
			c.screen.spawn(c.clock.last, e, c.calls[e.ID])
		}
	}
}

// call returns a call: as one of the CLI's own tools if there is an equivalent, else under its own name. The CLI does
// not offer that tool to the model, but accepts a past call of it unchanged.
func (c *conversation) call(e *timeline.Entry) []byte {
	name, arguments, near, ok := format.FromUniversal(e.Tool, e.Input, c.project)
	for _, argument := range near {
		c.report.Losses.Approximate(writers.ArgumentOf(e, argument.Argument), argument.Why)
	}
	if !ok {
		name, arguments = toolmap.Plain(toolmap.Called(e)), e.Input
	}
	if !jsonl.Value(arguments).IsObject() {
		arguments = []byte("{}")
	}
	id := c.callID(e.ID)
	c.calls[e.ID] = id
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
func (c *conversation) callID(id string) string {
	if id == "" {
		id = fmt.Sprintf("call-%d", c.context.lines+c.context.file.Lines+1)
	}
	return c.taken.Numbered(id)
}

// hasForm reports whether Kimi CLI has a form for an entry. Of system entries, only summaries have one.
func hasForm(e *timeline.Entry, losses *writers.Losses) bool {
	switch e.Type {
	case timeline.Assistant:
		for range e.Attachments {
			losses.Item(writers.Media, 0, "attachment of the model", "Kimi CLI has pictures only in prompts and results")
		}
		return !e.Thinking.IsEmpty() || !e.Content.IsEmpty()
	case timeline.System:
		if e.Compaction == nil && !e.Content.IsBlank() {
			losses.Item(writers.Texts, e.Content.Characters(), "system message",
				"Kimi CLI sends its own instructions to the model and none of another CLI")
		}
		return e.Compaction != nil
	}
	return true
}
