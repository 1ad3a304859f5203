package claude

import (
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// attached returns the entries of an attachment. Every kind that Claude Code 2.1.332 can write is classified: tellers
// and notices are sent to every model, each CLI regenerates those in anew, and no model receives those in untold
// (kinds.go). An unclassified kind becomes unknown.
func attached(r *claude.Record) []piece {
	a := r.Attachment
	kind := a.Get("type").String()
	if tell, ok := tellers[kind]; ok {
		return tell(a)
	}
	if n, ok := notices[kind]; ok {
		return n.notify(a, r.Rendered)
	}
	if origin, ok := anew()[kind]; ok {
		return append([]piece{rebuilt(origin, announced(a, r.Rendered))}, planFile(kind, a)...)
	}
	if isRendered, ok := untold()[kind]; ok {
		if text := renderedText(r.Rendered); isRendered && !text.IsEmpty() {
			return one(timeline.Reminder, "", text)
		}
		return nil
	}
	return unknownAttachment(kind, a, r.Rendered)
}

// planFile returns the location of the plan in plan mode, if there is a plan. The CLI regenerates the rest of the text
// for the model.
func planFile(kind string, a jsonl.Value) []piece {
	file := a.Get("planFilePath")
	if !file.IsString() || kind != "plan_mode_reentry" && !a.Get("planExists").Bool() {
		return nil
	}
	return one(timeline.Reminder, "", said("The file for the plan of plan mode is ", file, "."))
}

// announced returns the text of an attachment itself, or the text that the model received for it.
func announced(a, rendered jsonl.Value) timeline.Text {
	for _, name := range []string{"content", "text", "newDate", "planFilePath"} {
		if value := a.Get(name); value.IsString() {
			return timeline.RawText(value)
		}
	}
	var lines []timeline.Text
	for _, name := range []string{"addedLines", "addedBlocks"} {
		lines = append(lines, textsOf(a.Get(name))...)
	}
	if len(lines) == 0 {
		return renderedText(rendered)
	}
	return timeline.Join(lines, "\n")
}

func textsOf(list jsonl.Value) []timeline.Text {
	var texts []timeline.Text
	for value := range jsonl.Elements(list) {
		if value.IsString() {
			texts = append(texts, timeline.RawText(value))
		}
	}
	return texts
}

// tellers make the entries of the attachments that every model receives. The sentences around a text are those of the
// CLI.
var tellers = map[string]func(a jsonl.Value) []piece{
	claude.AttachmentQueued:   queued,
	claude.AttachmentFile:     file,
	claude.AttachmentFolder:   folder,
	claude.AttachmentResource: resource,
	claude.AttachmentMemory: func(a jsonl.Value) []piece {
		return one(timeline.Memory, a.Get("content", "path").String(), textAt(a, "content", "content"))
	},
	"relevant_memories": memories,
	"instructions":      instructions,
	"invoked_skills":    skills,
	"pdf_reference": func(a jsonl.Value) []piece {
		return one(timeline.Mention, a.Get("filename").String(),
			said("PDF file of ", a.Get("pageCount"), " pages, too large to be read at once"))
	},
	claude.AttachmentHook: func(a jsonl.Value) []piece {
		return one(timeline.Hook, a.Get("hookName").String(), timeline.Join(textsOf(a.Get("content")), "\n"))
	},
	"hook_success":              hookOutput,
	"hook_blocking_error":       hookText("blockingError", "blockingError"),
	"hook_stopped_continuation": hookText("message"),
	"async_hook_response":       lateHook,
	"selected_lines_in_ide": func(a jsonl.Value) []piece {
		return one(timeline.IDE, a.Get("filename").String(), timeline.Concat(
			said("The user selected the lines ", a.Get("lineStart"), " to ", a.Get("lineEnd"), " from ", a.Get("filename"),
				":\n"), textAt(a, "content")))
	},
	"selected_lines_in_diff": func(a jsonl.Value) []piece {
		return one(timeline.IDE, "", timeline.Concat(timeline.NewText(
			"The user selected these lines from the diff view:\n"), textAt(a, "content")))
	},
	"opened_file_in_ide": func(a jsonl.Value) []piece {
		return one(timeline.IDE, a.Get("filename").String(), said("The user opened the file ", a.Get("filename"),
			" in the IDE."))
	},
	"diagnostics":              diagnostics,
	"edited_text_file":         edited,
	"critical_system_reminder": func(a jsonl.Value) []piece { return one(timeline.Reminder, "", textAt(a, "content")) },
	"plan_file_reference": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, a.Get("planFilePath").String(), timeline.Concat(
			said("A plan file exists from plan mode at: ", a.Get("planFilePath"), "\n\nPlan contents:\n\n"), textAt(a,
				"planContent")))
	},
	"compact_file_reference": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, a.Get("filename").String(),
			said(a.Get("filename"),
				" was read before the last conversation was summarized, but the contents are too large to include."))
	},
	"agent_mention": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, "", said("The user has expressed a desire to invoke the agent \"", a.Get("agentType"),
			"\"."))
	},
	"memory_update": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, "", said("The memory directory was updated: ", a.Get("summary")))
	},
	"task_status": taskStatus,
}

func one(kind timeline.OriginKind, name string, text timeline.Text) []piece {
	return []piece{delivered(kind, name, text)}
}

func textAt(a jsonl.Value, path ...string) timeline.Text {
	if value := a.Get(path...); value.IsString() {
		return timeline.RawText(value)
	}
	return timeline.Text{}
}

// said joins words and values into a sentence.
func said(words ...any) timeline.Text {
	var b strings.Builder
	for _, word := range words {
		switch word := word.(type) {
		case string:
			b.WriteString(word)
		case jsonl.Value:
			if text := word.String(); text != "" {
				b.WriteString(text)
			} else {
				b.Write(word)
			}
		}
	}
	return timeline.NewText(b.String())
}

// queued returns input that arrived during a turn: what the user typed, or the end of a background job.
func queued(a jsonl.Value) []piece {
	texts, attachments := parts(a.Get("prompt"))
	text, kind := timeline.Join(texts, "\n"), a.Get("origin", "kind")
	switch {
	case a.Get("renderedByBatchHead").Bool(): // another record contains it
		return nil
	case kind.Is(claude.OriginNotification), kind == nil && a.Get("commandMode").Is(claude.OriginNotification):
		return []piece{notification(text)}
	case a.Get("isMeta").Bool(), kind != nil && !kind.Is(claude.OriginHuman), !a.Get("commandMode").Is("prompt"):
		return []piece{delivered(timeline.Reminder, "", text, attachments...)}
	}
	return []piece{typed(text, attachments...)}
}
