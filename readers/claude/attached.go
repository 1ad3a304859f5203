package claude

import (
	"strings"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// attached tells what an attachment is. Of those that are not listed Claude Code 2.1.197 tells its model nothing, by its code:
// already_read_file, command_permissions, context_tip, dynamic_skill, edited_image_file, goal_status, hook_cancelled and others of hooks.
func attached(a jsonl.Value) []piece {
	kind := a.Get("type").String()
	if tell, ok := tellers[kind]; ok {
		return tell(a)
	}
	if origin, ok := anew[kind]; ok {
		return []piece{rebuilt(origin, announced(a))}
	}
	return nil
}

// anew are the attachments whose text each CLI makes anew. Most have no text: the CLI has it.
var anew = map[string]timeline.OriginKind{
	"agent_listing_delta": timeline.Catalog, "mcp_instructions_delta": timeline.Catalog, "skill_listing": timeline.Catalog,
	"deferred_tools_delta": timeline.Catalog, "tool_search_usage_reminder": timeline.Catalog,
	"plan_mode": timeline.Mode, "plan_mode_reentry": timeline.Mode, "plan_mode_exit": timeline.Mode,
	"auto_mode": timeline.Mode, "auto_mode_exit": timeline.Mode, "output_style": timeline.Mode, "team_context": timeline.Mode,
	"ultrathink_effort": timeline.Mode, "workflow_keyword_request": timeline.Mode, "ultra_effort_enter": timeline.Mode, "ultra_effort_exit": timeline.Mode,
	"token_usage": timeline.Environment, "total_tokens_reminder": timeline.Environment, "output_token_usage": timeline.Environment,
	"budget_usd": timeline.Environment, "date_change": timeline.Environment,
}

// announced is what an attachment says itself.
func announced(a jsonl.Value) timeline.Text {
	for _, name := range []string{"content", "text", "newDate", "planFilePath"} {
		if value := a.Get(name); value.IsString() {
			return timeline.RawText(value)
		}
	}
	var lines []timeline.Text
	for _, name := range []string{"addedLines", "addedBlocks"} {
		lines = append(lines, textsOf(a.Get(name))...)
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

// tellers make the entries of the attachments that every model is told. The sentences around a text are the CLI's own.
var tellers = map[string]func(a jsonl.Value) []piece{
	claude.AttachmentQueued:   queued,
	claude.AttachmentFile:     file,
	claude.AttachmentFolder:   folder,
	claude.AttachmentResource: resource,
	claude.AttachmentMemory: func(a jsonl.Value) []piece {
		return one(timeline.Memory, a.Get("content", "path").String(), textAt(a, "content", "content"))
	},
	"relevant_memories": memories,
	"invoked_skills":    skills,
	"pdf_reference": func(a jsonl.Value) []piece {
		return one(timeline.Mention, a.Get("filename").String(), said("PDF file of ", a.Get("pageCount"), " pages, too large to be read at once"))
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
			said("The user selected the lines ", a.Get("lineStart"), " to ", a.Get("lineEnd"), " from ", a.Get("filename"), ":\n"), textAt(a, "content")))
	},
	"selected_lines_in_diff": func(a jsonl.Value) []piece {
		return one(timeline.IDE, "", timeline.Concat(timeline.NewText("The user selected these lines from the diff view:\n"), textAt(a, "content")))
	},
	"opened_file_in_ide": func(a jsonl.Value) []piece {
		return one(timeline.IDE, a.Get("filename").String(), said("The user opened the file ", a.Get("filename"), " in the IDE."))
	},
	"diagnostics":              diagnostics,
	"edited_text_file":         edited,
	"critical_system_reminder": func(a jsonl.Value) []piece { return one(timeline.Reminder, "", textAt(a, "content")) },
	"todo_reminder":            todos("content"),
	"task_reminder":            todos("subject"),
	"plan_file_reference": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, a.Get("planFilePath").String(), timeline.Concat(
			said("A plan file exists from plan mode at: ", a.Get("planFilePath"), "\n\nPlan contents:\n\n"), textAt(a, "planContent")))
	},
	"compact_file_reference": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, a.Get("filename").String(),
			said(a.Get("filename"), " was read before the last conversation was summarized, but the contents are too large to include."))
	},
	"agent_mention": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, "", said("The user has expressed a desire to invoke the agent \"", a.Get("agentType"), "\"."))
	},
	"memory_update": func(a jsonl.Value) []piece {
		return one(timeline.Reminder, "", said("The memory directory was updated: ", a.Get("summary")))
	},
	"task_status":      taskStatus,
	"teammate_mailbox": mailbox,
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

// said puts values into a sentence.
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

// queued is what came in while a turn was running: what the user typed, or the end of something that ran in the background.
func queued(a jsonl.Value) []piece {
	texts, attachments := parts(a.Get("prompt"))
	text, kind := timeline.Join(texts, "\n"), a.Get("origin", "kind")
	switch {
	case a.Get("renderedByBatchHead").Bool(): // another record tells it
		return nil
	case kind.Is(claude.OriginNotification), kind == nil && a.Get("commandMode").Is(claude.OriginNotification):
		return []piece{notification(text)}
	case a.Get("isMeta").Bool(), kind != nil && !kind.Is(claude.OriginHuman), !a.Get("commandMode").Is("prompt"):
		return []piece{delivered(timeline.Reminder, "", text, attachments...)}
	}
	return []piece{typed(text, attachments...)}
}
