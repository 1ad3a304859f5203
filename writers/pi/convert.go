package pi

import (
	"strings"

	"stead/adapters/pi"
	"stead/internal/adapt/dialogue"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
	"stead/writers"
)

// call is a call as it stands in the file.
type call struct{ id, name string }

// conversation writes the entries that have no record of this CLI's, in the order that the dialogue gives them.
type conversation struct {
	out      *output
	dialogue *dialogue.Dialogue
	calls    map[string]call // by the entry's id
}

func newConversation(out *output) *conversation {
	c := &conversation{out: out, calls: map[string]call{}}
	c.dialogue = dialogue.New(c)
	return c
}

// write takes an entry of the active conversation, or leaves it out and says so.
func (c *conversation) write(entry *timeline.Entry) error {
	switch {
	case entry.Hidden:
		return nil
	case entry.Branch != "":
		c.Lose("abandoned branch", "abandoned branches stay in the source session")
		return nil
	}
	if entry.Usage != nil {
		c.Lose("token counts", "Pi takes the counts of the last answer for the size of its own context")
	}
	if !entry.Thinking.IsEmpty() {
		c.out.report.Losses.Item(writers.Thinking, entry.Thinking.Characters(), "thinking",
			"Pi would paste the thinking of another model into the text")
		if entry.Type == timeline.Assistant && entry.Content.IsEmpty() && len(entry.Attachments) == 0 {
			return nil
		}
	}
	c.out.report.Entries++
	return c.dialogue.Add(entry)
}

// Lose implements dialogue.Sink.
func (c *conversation) Lose(what, why string) { c.out.report.Losses.Add(what, why) }

// User implements dialogue.Sink.
func (c *conversation) User(entry *timeline.Entry) error {
	if entry.IsContext() {
		return c.context(entry)
	}
	blocks := blocksOf(entry.Content, entry.Attachments, &c.out.report.Losses)
	if len(blocks) == 0 {
		return nil
	}
	return c.out.message(pi.RoleUser, []*timeline.Entry{entry}, func(m *timeline.Object) { content(m, blocks) })
}

// context writes what nobody typed: a shell command of the user's as the CLI keeps its own, all else as a note that the
// model gets and that is not drawn.
func (c *conversation) context(entry *timeline.Entry) error {
	if entry.Origin.Kind == timeline.Shell && len(entry.Attachments) == 0 {
		return c.out.message(pi.RoleBashExecution, []*timeline.Entry{entry},
			func(m *timeline.Object) { shellMembers(m, entry) })
	}
	blocks := blocksOf(entry.Told(), entry.Attachments, &c.out.report.Losses)
	return c.out.record(pi.TypeCustomMessage, []*timeline.Entry{entry}, func(o *timeline.Object, _ string) {
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
func (c *conversation) Response(response []*timeline.Entry) error {
	var blocks [][]byte
	stopReason := "stop"
	for _, entry := range response {
		switch {
		case entry.Type == timeline.ToolCall:
			blocks = append(blocks, c.call(entry))
		case !entry.Content.IsEmpty():
			blocks = append(blocks, textBlock(entry.Content))
		}
		for range entry.Attachments {
			c.out.report.Losses.Item(writers.Media, 0, "attachment of the model", "Pi has pictures only in prompts and results")
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
	return c.out.message(pi.RoleAssistant, response, func(m *timeline.Object) {
		content(m, blocks)
		m.Optional("provider", c.out.plan.Provider)
		m.Optional("model", c.out.plan.Model)
		m.Raw("usage", []byte(noUsage))
		m.String("stopReason", stopReason)
	})
}

// noUsage is a count of nothing, with all members that the CLI looks at.
const noUsage = `{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,` +
	`"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`

// Result implements dialogue.Sink.
func (c *conversation) Result(call, result *timeline.Entry) error {
	answered := c.calls[call.ID]
	output, failure := outputOf(answered.name, result)
	blocks := blocksOf(output, result.Attachments, &c.out.report.Losses)
	return c.out.message(pi.RoleToolResult, []*timeline.Entry{result}, func(m *timeline.Object) {
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

// outputOf is what the model gets of a result. An exit code stands behind the output of the shell tool, any other error
// before the output: it is noted beside it, so that both are told apart again.
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
func (c *conversation) System(entry *timeline.Entry) error {
	if entry.Compaction != nil {
		return c.compact(entry)
	}
	if entry.Content.IsBlank() {
		return nil
	}
	return c.out.record(pi.TypeCustomMessage, []*timeline.Entry{entry}, func(o *timeline.Object, _ string) {
		o.String("customType", "stead")
		o.Text("content", entry.Content)
		o.Bool("display", true)
	})
}

// call returns the block of a call.
func (c *conversation) call(entry *timeline.Entry) []byte {
	name, arguments := translate(entry, c.out.plan.Stream.Header.Project.Path)
	written := call{id: strings.ReplaceAll(entry.ID, "~", "-"), name: name} // the reader numbers ids that were used again
	c.calls[entry.ID] = written
	o := timeline.NewObject(nil)
	o.String("type", "toolCall")
	o.String("id", written.id)
	o.String("name", name)
	o.Raw("arguments", arguments)
	return o.End()
}

// translate turns a universal call into one of the CLI's tools. It draws and sends any other call as it is.
func translate(entry *timeline.Entry, project string) (name string, arguments []byte) {
	name, arguments, ok := pi.FromUniversal(entry.Tool, entry.Input, project)
	if !ok {
		arguments = entry.Input
		if !jsonl.Value(arguments).IsObject() {
			arguments = []byte("{}")
		}
		return toolmap.Name(entry), arguments
	}
	return name, arguments
}
