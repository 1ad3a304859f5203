package pi

import (
	"strings"

	"stead/internal/format/pi"
	"stead/internal/jsonl"
	"stead/internal/toolmap"
	"stead/timeline"
	"stead/writers"
)

// User implements dialogue.Sink.
func (e *encoder) User(entry *timeline.Entry) error {
	if entry.IsContext() {
		return e.context(entry)
	}
	blocks := e.blocks(entry.Content, entry.Attachments)
	if len(blocks) == 0 {
		return nil
	}
	return e.message(pi.RoleUser, []*timeline.Entry{entry}, func(m *timeline.Object) { content(m, blocks) })
}

// context writes what nobody typed: a shell command of the user's as the CLI keeps its own, all else as a note that the model gets and that is
// not drawn.
func (e *encoder) context(entry *timeline.Entry) error {
	if entry.Origin.Kind == timeline.Shell && len(entry.Attachments) == 0 {
		return e.message(pi.RoleBashExecution, []*timeline.Entry{entry}, func(m *timeline.Object) { shellMembers(m, entry) })
	}
	blocks := e.blocks(entry.Told(), entry.Attachments)
	return e.record(pi.TypeCustomMessage, []*timeline.Entry{entry}, func(o *timeline.Object, _ string) {
		o.String("customType", "stead")
		content(o, blocks)
		o.Bool("display", false)
	})
}

func shellMembers(m *timeline.Object, entry *timeline.Entry) {
	m.Text("command", entry.Origin.Typed)
	m.Text("output", entry.Content)
	if code := entry.Origin.ExitCode; code != nil {
		m.Int("exitCode", int64(*code))
	}
	m.Bool("cancelled", false)
	m.Bool("truncated", false)
}

// Response implements dialogue.Sink. The answer names what will run: the CLI resumes with the model of the last one.
func (e *encoder) Response(response []*timeline.Entry) error {
	var blocks [][]byte
	stopReason := "stop"
	for _, entry := range response {
		switch {
		case entry.Type == timeline.ToolCall:
			blocks = append(blocks, e.call(entry))
		case !entry.Content.IsEmpty():
			blocks = append(blocks, textBlock(entry.Content))
		}
		for range entry.Attachments {
			e.loseItem(writers.Media, 0, "attachment of the model", "Pi has pictures only in prompts and results")
		}
		if entry.Type == timeline.ToolCall {
			stopReason = "toolUse"
		} else if entry.StopReason == "length" && stopReason == "stop" {
			stopReason = "length"
		}
	}
	if len(blocks) == 0 {
		return nil
	}
	return e.message(pi.RoleAssistant, response, func(m *timeline.Object) {
		content(m, blocks)
		m.Optional("provider", e.plan.Provider)
		m.Optional("model", e.plan.Model)
		m.Raw("usage", []byte(noUsage))
		m.String("stopReason", stopReason)
	})
}

// noUsage is a count of nothing, with all members that the CLI looks at.
const noUsage = `{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,` +
	`"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`

// Result implements dialogue.Sink.
func (e *encoder) Result(call, result *timeline.Entry) error {
	answered := e.calls[call.ID]
	output, failure := outputOf(answered.name, result)
	blocks := e.blocks(output, result.Attachments)
	return e.message(pi.RoleToolResult, []*timeline.Entry{result}, func(m *timeline.Object) {
		m.String("toolCallId", answered.id)
		m.String("toolName", answered.name)
		content(m, blocks)
		if !failure.IsEmpty() {
			m.Append("details", func(dst []byte) []byte {
				d := timeline.NewObject(dst)
				d.Text("error", failure)
				return d.End()
			})
		}
		m.Bool("isError", !result.Success)
	})
}

// outputOf is what the model gets of a result. An exit code stands behind the output of the shell tool, any other error before the
// output: it is noted beside it, so that both are told apart again.
func outputOf(tool string, result *timeline.Entry) (output, failure timeline.Text) {
	if result.Success || result.Error.IsEmpty() {
		return result.Output, timeline.Text{}
	}
	if tool == pi.Bash {
		if joined, ok := pi.JoinExit(result.Output, result.Error); ok {
			return joined, timeline.Text{}
		}
	}
	return timeline.Join([]timeline.Text{result.Error, result.Output}, "\n"), result.Error
}

// System implements dialogue.Sink. A text of no side goes to the model as the notes of extensions do.
func (e *encoder) System(entry *timeline.Entry) error {
	if entry.Compaction != nil {
		return e.compact(entry)
	}
	if entry.Content.IsBlank() {
		return nil
	}
	return e.record(pi.TypeCustomMessage, []*timeline.Entry{entry}, func(o *timeline.Object, _ string) {
		o.String("customType", "stead")
		o.Text("content", entry.Content)
		o.Bool("display", true)
	})
}

// call returns the block of a call.
func (e *encoder) call(entry *timeline.Entry) []byte {
	name, arguments := e.translate(entry)
	c := call{id: strings.ReplaceAll(entry.ID, "~", "-"), name: name} // the reader numbers ids that were used again
	e.calls[entry.ID] = c
	o := timeline.NewObject(nil)
	o.String("type", "toolCall")
	o.String("id", c.id)
	o.String("name", name)
	o.Raw("arguments", arguments)
	return o.End()
}

// translate turns a universal call into one of the CLI's tools. It draws and sends any other call as it is.
func (e *encoder) translate(entry *timeline.Entry) (name string, arguments []byte) {
	name, arguments, ok := pi.FromUniversal(entry.Tool, entry.Input, e.plan.Stream.Header.Project.Path)
	if !ok {
		arguments = entry.Input
		if !jsonl.Value(arguments).IsObject() {
			arguments = []byte("{}")
		}
		return toolmap.Name(entry), arguments
	}
	return name, arguments
}
