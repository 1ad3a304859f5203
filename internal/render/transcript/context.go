package transcript

import (
	"fmt"

	"stead/internal/term/plain"
	"stead/timeline"
)

// contexts are what people call context that nobody typed.
var contexts = map[timeline.OriginKind]string{
	timeline.Command: "command", timeline.Mention: "file", timeline.Shell: "shell", timeline.Skill: "skill",
	timeline.Hook:         "hook",
	timeline.Notification: "background job", timeline.IDE: "editor", timeline.Memory: "memory",
	timeline.Reminder:     "reminder",
	timeline.Interruption: "interrupted", timeline.Unsorted: "unknown record",
}

// Origin returns what a text is that nobody typed as it stands, and of what, each as a line fit for a terminal: "file"
// and "docs/guide.md", "shell" and "make all (exit code 2)". Both are empty for all other entries.
func Origin(e *timeline.Entry) (what, of string) {
	o := e.Origin
	if o == nil {
		return "", ""
	}
	if what = contexts[o.Kind]; what == "" {
		what = plain.Line(string(o.Kind)) // a kind that a later version has
	}
	if of = plain.Line(o.Typed.Head(longestTyped)); of == "" {
		of = plain.Line(o.Name)
	}
	if o.ExitCode != nil && *o.ExitCode != 0 {
		of += fmt.Sprintf(" (exit code %d)", *o.ExitCode)
	}
	return what, of
}

// longestTyped is how much of a typed line stands in a heading, in bytes.
const longestTyped = 200
