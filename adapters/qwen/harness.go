package qwen

import (
	"slices"
	"strings"

	"stead/timeline"
)

// Acknowledgements are the answers to the CLI's preamble and to a summary that the CLI writes in the model's name.
var Acknowledgements = []string{"Got it. Thanks for the additional context!", "Got it. Thanks for the context!"}

// Tag encloses a text that the CLI sends in the user's name but the user did not type.
type Tag string

// The tags.
const (
	Reminder    Tag = "system-reminder"
	Notice      Tag = "task-notification"
	HookContext Tag = "qwen:user-prompt-submit-context"
)

// PromptHook is the event of the hooks whose context the CLI adds to a prompt.
const PromptHook = "UserPromptSubmit"

// Around returns a text enclosed in the tag.
func (t Tag) Around(text timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("<"+string(t)+">\n"), text, timeline.NewText("\n</"+string(t)+">"))
}

// Within returns the text that the tag encloses. Ok is false if the tag does not enclose the whole text.
func (t Tag) Within(text timeline.Text) (content timeline.Text, ok bool) {
	begin := "<" + string(t) + ">\n"
	from, to := timeline.NewText(begin).Len(), text.Len()-timeline.NewText("\n</"+string(t)+">").Len()
	if from > to || !text.HasPrefix(begin) {
		return timeline.Text{}, false
	}
	content = text.Slice(from, to)
	return content, t.Around(content).Equal(text)
}

// The marks around a resource of an MCP server that a prompt names (0.24.4). Both contain its name and a random id.
const (
	resourceBegin = "\n--- Content from MCP resource "
	resourceEnd   = "\n--- End of MCP resource "
	markEnd       = "] ---\n"
)

// maxMark is longer than any mark, in bytes.
const maxMark = 8 << 10

// ResourceOf returns the name of the resource that follows a part, and the mark that ends it. Ok is false for any other
// part.
func ResourceOf(text timeline.Text) (name, end string, ok bool) {
	if text.Len() > maxMark || !text.HasPrefix(resourceBegin) {
		return "", "", false
	}
	mark, isMark := strings.CutSuffix(strings.TrimPrefix(text.String(), resourceBegin), markEnd)
	at := strings.LastIndex(mark, " [")
	if !isMark || at < 0 {
		return "", "", false
	}
	return mark[:at], resourceEnd + mark + markEnd, true
}

// EndsResource reports whether a part ends a resource. It returns the text before the mark, which says that a part of
// the resource is missing.
func EndsResource(text timeline.Text, end string) (notice string, ok bool) {
	if end == "" || text.Len() > maxMark {
		return "", false
	}
	return strings.CutSuffix(text.String(), end)
}

// These texts begin the reminders at the start of a conversation (0.24.4). The CLI writes the reminders into a history
// that it has shortened.
var environments, catalogs = []string{
	"The current date is: ", "This is the Qwen Code. We are setting up the context for our chat.",
}, []string{
	"The following skills are available for use with the Skill tool.",
	"The following tools are reachable through `tool_search`",
}

// Rebuilt returns the origin of a reminder that each CLI generates for its own model, or nil for any other text.
func Rebuilt(content timeline.Text) *timeline.Origin {
	switch {
	case slices.ContainsFunc(environments, content.HasPrefix):
		return &timeline.Origin{Kind: timeline.Environment}
	case slices.ContainsFunc(catalogs, content.HasPrefix):
		return &timeline.Origin{Kind: timeline.Catalog}
	}
	return nil
}

// TaskOf returns the id of the task whose end a notification reports, or the empty string if it names none.
func TaskOf(content timeline.Text) string {
	id, isTask := strings.CutPrefix(content.Head(256), "<task-id>")
	id, _, isWhole := strings.Cut(id, "</task-id>")
	if !isTask || !isWhole {
		return ""
	}
	return id
}
