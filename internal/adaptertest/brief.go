package adaptertest

import (
	"fmt"

	"stead/timeline"
)

// Brief returns an entry in short, in one line.
func Brief(e *timeline.Entry) string {
	text := e.Content.String()
	switch e.Type {
	case timeline.ToolCall:
		text = fmt.Sprintf("%s %s", e.Tool, e.Input)
	case timeline.ToolResult:
		text = fmt.Sprintf("%s %v %q %s", e.CallID, e.Success, e.Output, e.Error)
	}
	if !e.Thinking.IsEmpty() {
		text += fmt.Sprintf(" (%s)", e.Thinking)
	}
	for _, a := range e.Attachments {
		text += " +" + a.MediaType
	}
	if e.Branch != "" {
		text += " on " + e.Branch
	}
	if e.Compaction != nil {
		text += fmt.Sprintf(" keeps %v", e.Compaction.Keeps)
	}
	return string(e.Type) + ": " + text
}
