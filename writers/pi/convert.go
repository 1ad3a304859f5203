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

// call is a call in its form in the file.
type call struct{ id, name string }

// conversation writes the entries that have no record of this CLI, in the order that the dialogue determines.
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

// write writes an entry of the active conversation. It omits any other entry and reports the loss of an abandoned
// branch.
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

// context writes content that the user did not type: a shell command of the user in the CLI's own form, and anything
// else as a note that the model gets but the terminal does not display.
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

// Response implements dialogue.Sink. The answer names the model that will run, because the CLI resumes with the model
// of the last answer.
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

// noUsage is an empty token count with all members that the CLI reads.
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

// outputOf returns the text that the model gets of a result. An exit code follows the output of the shell tool. Any
// other error precedes the output, and is also returned as failure, so that the reader can separate the two.
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

// System implements dialogue.Sink. A text other than a summary goes to the model in the form of an extension's note.
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
	written := call{id: strings.ReplaceAll(entry.ID, "~", "-"), name: name} // the reader numbers reused ids
	c.calls[entry.ID] = written
	o := timeline.NewObject(nil)
	o.String("type", "toolCall")
	o.String("id", written.id)
	o.String("name", name)
	o.Raw("arguments", arguments)
	return o.End()
}

// translate converts a universal call to one of the CLI's tools. Any other call stays unchanged: the CLI displays and
// sends it as is.
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
