package gemini

import (
	"cmp"
	"strings"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// displayNames maps the CLI's tools to their names on its terminal.
var displayNames = map[string]string{
	"read_file": "ReadFile", "write_file": "WriteFile", "replace": "Edit", format.Shell: "Shell",
	"grep_search": "SearchText",
	"glob":        "FindFiles", "list_directory": "ReadFolder", "ask_user": "Ask User", "web_fetch": "WebFetch",
	"google_web_search": "GoogleSearch",
}

// appendDrawn appends the list of calls for display. Their ids must differ from those of the calls in the content.
// Otherwise the CLI would add their results again with each resume.
func appendDrawn(dst []byte, calls []*toolCall, out *output) []byte {
	dst = append(dst, '[')
	for _, c := range calls {
		dst = timeline.AppendObject(appendComma(dst), func(o *timeline.Object) { c.drawnMembers(o, out) })
	}
	return append(dst, ']')
}

func (c *toolCall) drawnMembers(o *timeline.Object, out *output) {
	o.String("id", "ui-"+c.entry.ID)
	o.String("name", c.name)
	o.Raw("args", c.arguments)
	status := format.Success
	if !c.result.Success {
		status = format.Failed
	}
	o.String("status", status)
	o.String("timestamp", out.plan.Stamp(c.result.Timestamp))
	o.Optional("agentId", c.agent)
	o.String("displayName", cmp.Or(c.drawn, displayNames[c.name], c.name))
	o.String("description", describe(c))
	o.String("resultDisplay", drawn(c.result))
}

// describe returns a description of a call on one line: the first argument that is suitable.
func describe(c *toolCall) string {
	arguments := jsonl.Value(c.arguments)
	for _, name := range []string{"command", "file_path", "pattern", "dir_path", "query", "prompt", "description"} {
		if value := arguments.Get(name); value.IsString() {
			line, _, _ := strings.Cut(timeline.RawText(value).Head(200), "\n")
			return line
		}
	}
	return ""
}

// drawnOutput is the maximum length in bytes of a displayed output. More would only be scrolled past, and would double
// the size of the session.
const drawnOutput = 2 << 10

func drawn(result *timeline.Entry) string {
	text := result.Output
	if text.IsEmpty() {
		text = result.Error
	}
	if text.Len() <= drawnOutput {
		return text.String()
	}
	return text.Head(drawnOutput) + "\n..."
}
