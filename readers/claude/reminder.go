package claude

import (
	"fmt"
	"path"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// hookOutput returns the output of a hook. The model receives it only at the beginning of a session or a prompt.
func hookOutput(a jsonl.Value) []piece {
	switch a.Get("hookEvent").String() {
	case "SessionStart", "UserPromptSubmit", "UserPromptExpansion":
		return hookText("content")(a)
	}
	return nil
}

func hookText(path ...string) func(a jsonl.Value) []piece {
	return func(a jsonl.Value) []piece { return one(timeline.Hook, a.Get("hookName").String(), textAt(a, path...)) }
}

// lateHook returns the output of an asynchronous hook.
func lateHook(a jsonl.Value) []piece {
	response := a.Get("response")
	texts := []timeline.Text{textAt(response, "systemMessage"),
		textAt(response, "hookSpecificOutput", "additionalContext")}
	return one(timeline.Hook, a.Get("hookEvent").String(), timeline.Join(texts, "\n"))
}

// edited returns a file that changed outside the CLI. If there are too many such files, the model receives no lines of
// them.
func edited(a jsonl.Value) []piece {
	name := a.Get("filename")
	text := said(name, " was modified, either by the user or by a linter. This change was intentional.")
	if snippet := textAt(a, "snippet"); !snippet.IsEmpty() {
		text = timeline.Concat(text, timeline.NewText(" Here are the relevant changes (shown with line numbers):\n"), snippet)
	}
	return one(timeline.Reminder, name.String(), text)
}

// diagnostics returns the findings of an editor or a language server.
func diagnostics(a jsonl.Value) []piece {
	var b strings.Builder
	b.WriteString("The following new diagnostic issues were detected:")
	n := 0
	for file := range jsonl.Elements(a.Get("files")) {
		b.WriteString("\n\n" + path.Base(file.Get("uri").String()) + ":")
		for d := range jsonl.Elements(file.Get("diagnostics")) {
			n++
			start := d.Get("range", "start")
			fmt.Fprintf(&b, "\n  %s [Line %d:%d] %s", d.Get("severity"), start.Get("line").Int()+1,
				start.Get("character").Int()+1, d.Get("message"))
		}
	}
	if n == 0 {
		return nil
	}
	return one(timeline.IDE, "", timeline.NewText(b.String()))
}

// taskStatus returns the status of a current or past background job.
func taskStatus(a jsonl.Value) []piece {
	text := said("Task ", a.Get("taskId"), " (", a.Get("description"), "): ", a.Get("status"), ".")
	if delta := textAt(a, "deltaSummary"); !delta.IsEmpty() {
		text = timeline.Concat(text, timeline.NewText(" Progress: "), delta)
	}
	if output := a.Get("outputFilePath"); output.IsString() {
		text = timeline.Concat(text, said(" Its output is in ", output, "."))
	}
	if a.Get("status").Is("running") {
		return one(timeline.Reminder, a.Get("taskId").String(), text)
	}
	return one(timeline.Notification, a.Get("taskId").String(), text)
}
