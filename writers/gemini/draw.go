package gemini

import (
	"cmp"
	"strings"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// displayNames are how the CLI's terminal names its tools.
var displayNames = map[string]string{
	"read_file": "ReadFile", "write_file": "WriteFile", "replace": "Edit", format.Shell: "Shell",
	"grep_search": "SearchText",
	"glob":        "FindFiles", "list_directory": "ReadFolder", "ask_user": "Ask User", "web_fetch": "WebFetch",
	"google_web_search": "GoogleSearch",
}

// appendDrawn appends the list of calls, which the terminal draws. Their ids must be none of the calls in the content:
// to those the CLI would add their results with each resume.
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

// describe says what a call is about: the first of its arguments that does, on one line.
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

// drawnOutput is how much of an output is drawn, in bytes: more would only be scrolled past, and make the session twice
// as large.
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
