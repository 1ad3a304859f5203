package transcript

import (
	"fmt"

	"stead/internal/term/plain"
	"stead/timeline"
)

// contexts are the names that people use for context that nobody typed.
var contexts = map[timeline.OriginKind]string{
	timeline.Command: "command", timeline.Mention: "file", timeline.Shell: "shell", timeline.Skill: "skill",
	timeline.Hook:         "hook",
	timeline.Notification: "background job", timeline.IDE: "editor", timeline.Memory: "memory",
	timeline.Reminder:     "reminder",
	timeline.Interruption: "interrupted", timeline.Unsorted: "unknown record",
}

// Origin describes a text that nobody typed in this form. What is its kind and of its source, each as one line that is
// safe for a terminal: "file" and "docs/guide.md", "shell" and "make all (exit code 2)". Both are empty for all other
// entries.
func Origin(e *timeline.Entry) (what, of string) {
	o := e.Origin
	if o == nil {
		return "", ""
	}
	if what = contexts[o.Kind]; what == "" {
		what = plain.Line(string(o.Kind)) // a kind from a later version
	}
	if of = plain.Line(o.Typed.Head(longestTyped)); of == "" {
		of = plain.Line(o.Name)
	}
	if o.ExitCode != nil && *o.ExitCode != 0 {
		of += fmt.Sprintf(" (exit code %d)", *o.ExitCode)
	}
	return what, of
}

// longestTyped is the number of bytes of a typed line in a heading.
const longestTyped = 200
