package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// notice describes how the model receives an attachment that holds little more than a text.
type notice struct {
	kind timeline.OriginKind
	// name is the path of the member that names the source of the text.
	name []string
	// text makes the text if the record does not contain it in the form that the model received.
	text func(a jsonl.Value) timeline.Text
}

// notices are the attachments that Claude Code 2.1.332 sends to its model again on a resume. A separate session showed
// this for each.
var notices = map[string]notice{
	"account_memory_recall":     {timeline.Memory, nil, textOfMember("content")},
	"cowork_memory_context":     {timeline.Memory, nil, textOfMember("content")},
	"agent_ask_notice":          {timeline.Reminder, nil, linesOf("lines")},
	"artifact_opening_prefetch": {timeline.Reminder, nil, textOfMember("content")},
	"at_mention_reference":      {timeline.Reminder, nil, unread},
	"claude_app_notice":         {timeline.Reminder, nil, linesOf("lines")},
	"context_sections":          {timeline.Reminder, nil, sections},
	"dir_sync_notice":           {timeline.Reminder, nil, textOfMember("content")},
	"dynamic_skill":             {timeline.Reminder, []string{"skillDir"}, foundSkills},
	"fork_briefing":             {timeline.Reminder, nil, textOfMember("text")},
	"inlined_image_paths": {timeline.Reminder, nil, listed("The pictures of the prompt are also saved at:",
		"paths")},
	"linked_plugin_tools_note": {timeline.Reminder, nil, textOfMember("text")},
	"peer_mention":             {timeline.Reminder, nil, sentence("The user mentioned the session ", "mention", ".")},
	"plugin_note":              {timeline.Reminder, []string{"plugin"}, linesOf("content")},
	"poll_events":              {timeline.Notification, nil, linesOf("envelopes")},
	"prefix_delta":             {timeline.Reminder, nil, textOfMember("text")},
	"read_truncation_notice":   {timeline.Reminder, nil, textOfMember("banner")},
	"skill_mention":            {timeline.Reminder, nil, sentence("The prompt names the skill /", "skillName", ".")},
	"unknown_command_fallback": {timeline.Reminder, nil, sentence(
		"The prompt begins like a command that there is not: /", "commandName", "")},
}

// notify returns the pieces of an attachment that is a notice. It uses the text that the model received, if the record
// contains it.
func (n notice) notify(a, rendered jsonl.Value) []piece {
	if a.Get("deliveredVia") != nil {
		return nil // another record contains the event
	}
	text := renderedText(rendered)
	if text.IsEmpty() {
		text = n.text(a)
	}
	name := ""
	if n.name != nil {
		name = a.Get(n.name...).String()
	}
	return one(n.kind, name, text)
}

// renderedText returns the text that the model received for an attachment, without the surrounding tags.
func renderedText(rendered jsonl.Value) timeline.Text {
	var texts []timeline.Text
	for message := range jsonl.Elements(rendered) {
		text := textOf(message.Get("content"))
		if claude.HasTag(claude.TagReminder, text) {
			if content, ok := claude.WithinBlock(claude.TagReminder, text); ok {
				text = content
			}
		}
		texts = append(texts, text)
	}
	return timeline.Join(texts, "\n")
}

// unknown returns the pieces of a record, or a part of one, of an unclassified type.
func unknown(kind string, value jsonl.Value) []piece {
	var all []piece
	for _, e := range entry.Unknown(kind, value) {
		all = append(all, piece{text: e.Content, origin: e.Origin, isHidden: e.Hidden})
	}
	return all
}

// unknownAttachment uses the text that the model received, if the record contains it.
func unknownAttachment(kind string, a, rendered jsonl.Value) []piece {
	if text := renderedText(rendered); !text.IsEmpty() {
		a = jsonl.Value(`{"text":` + string(text.JSON()) + `}`)
	}
	return unknown("attachment "+kind, a)
}

func textOfMember(path ...string) func(a jsonl.Value) timeline.Text {
	return func(a jsonl.Value) timeline.Text { return textAt(a, path...) }
}

func linesOf(path ...string) func(a jsonl.Value) timeline.Text {
	return func(a jsonl.Value) timeline.Text { return timeline.Join(textsOf(a.Get(path...)), "\n") }
}

func listed(before, name string) func(a jsonl.Value) timeline.Text {
	return func(a jsonl.Value) timeline.Text {
		return timeline.Join(append([]timeline.Text{timeline.NewText(before)}, textsOf(a.Get(name))...), "\n")
	}
}

func sentence(before, name, after string) func(a jsonl.Value) timeline.Text {
	return func(a jsonl.Value) timeline.Text { return said(before, a.Get(name), after) }
}

// unread describes what the prompt names and the CLI did not read.
func unread(a jsonl.Value) timeline.Text {
	names := timeline.Join(textsOf(a.Get("mentions")), ", ")
	if a.Get("unread").Is("too_large") {
		return tooLarge(names)
	}
	return timeline.Concat(timeline.NewText("The user mentioned "), names,
		timeline.NewText(": they were not read for the prompt."))
}

func tooLarge(names timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("The user mentioned "), names,
		timeline.NewText(": too large to be read for the prompt."))
}

func sections(a jsonl.Value) timeline.Text {
	var texts []timeline.Text
	for section := range jsonl.Elements(a.Get("sections")) {
		texts = append(texts, timeline.Concat(said("# ", section.Get("name"), "\n"), textAt(section, "text")))
	}
	return timeline.Join(texts, "\n")
}

func foundSkills(a jsonl.Value) timeline.Text {
	names := timeline.Join(textsOf(a.Get("skillNames")), "\n")
	return timeline.Concat(said("Skills were found in ", a.Get("skillDir"), ":\n"), names)
}
