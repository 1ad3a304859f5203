package codex

import (
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Marks by which Codex says what a part of a message is: its content_item_kinds (0.169.0). Older rollouts have none.
const (
	UserText   = "user.text"
	UserImage  = "user.image"
	userShell  = "shell.user_command"
	skillText  = "skills.selected_skill_instructions"
	hookText   = "hooks.additional_context"
	abortText  = "generic.turn_aborted"
	unmarked   = "unknown"
	memoryText = "memories.instructions"
)

// marks says what the texts are that Codex puts into the conversation. Those of other names that end with
// "instructions" are made anew by each CLI as well; all that is left may hold something that the model knows from
// nowhere else.
var marks = map[string]timeline.OriginKind{
	userShell:  timeline.Shell,
	skillText:  timeline.Skill,
	hookText:   timeline.Hook,
	abortText:  timeline.Interruption,
	memoryText: timeline.Memory,

	"multi_agent.subagent_notification": timeline.Notification,
	"agents_md.instructions":            timeline.Instructions,
	"model.base_instructions":           timeline.Instructions,
	"generic.developer_instructions":    timeline.Instructions,
	"environments.environment_context":  timeline.Environment,
	"environments.instructions":         timeline.Environment,
	"host_skills.instructions":          timeline.Catalog,
	"skills.catalog":                    timeline.Catalog,
	"plugins.usage_instructions":        timeline.Catalog,
	"plugins.recommendations":           timeline.Catalog,
	"apps.instructions":                 timeline.Catalog,
	"tools.deferred_namespaces":         timeline.Catalog,
	"permissions.instructions":          timeline.Mode,
	"collaboration_mode.instructions":   timeline.Mode,
	"multi_agent.role_instructions":     timeline.Mode,
	"multi_agent.mode_instructions":     timeline.Mode,
	"multi_agent.usage_hint":            timeline.Mode,
}

// ofMark returns what a mark says, and whether it says anything.
func ofMark(mark string) (timeline.OriginKind, bool) {
	if mark == "" || mark == unmarked {
		return "", false
	}
	if kind, ok := marks[mark]; ok {
		return kind, true
	}
	if strings.HasSuffix(mark, "instructions") {
		return timeline.Instructions, true
	}
	return timeline.Reminder, true
}

// tag is how a text of the CLI's begins and ends that no mark tells from a typed one.
type tag struct {
	begin, end string
	kind       timeline.OriginKind
}

// tags are the texts in the user's name. Both ends must be there: a person may write about the first.
var tags = []tag{
	{shellBegin, shellEnd, timeline.Shell},
	{skillBegin, skillEnd, timeline.Skill},
	{hookBegin, hookEnd, timeline.Hook},
	{abortBegin, abortEnd, timeline.Interruption},
	{actionBegin, actionEnd, timeline.Notification},
	{agentBegin, agentEnd, timeline.Notification},
	{"<environment_context>", "</environment_context>", timeline.Environment},
	{"# AGENTS.md instructions", "</INSTRUCTIONS>", timeline.Instructions},
	{"<user_instructions>", "</user_instructions>", timeline.Instructions},
}

// developerTags are those in the developer's name, in which no person writes: the beginning is enough.
var developerTags = []tag{
	{"<permissions instructions>", "", timeline.Mode},
	{"<collaboration_mode>", "", timeline.Mode},
	{"<model_switch>", "", timeline.Mode},
	{"<personality_spec>", "", timeline.Mode},
	{"<multi_agent_", "", timeline.Mode},
	{"<skills_instructions>", "", timeline.Catalog},
	{"<apps_instructions>", "", timeline.Catalog},
	{"<plugins_instructions>", "", timeline.Catalog},
	{"<tools>", "", timeline.Catalog},
	{"<mcp_tools>", "", timeline.Catalog},
	{"<environments_instructions>", "", timeline.Environment},
	{"<context_window", "", timeline.Environment},
	{"<token_budget>", "", timeline.Environment},
	{"<current_time", "", timeline.Environment},
	{"You are Codex", "", timeline.Instructions},
}

// ofTag returns what an unmarked text is by its beginning and end, and whether they say anything.
func ofTag(role string, text timeline.Text) (timeline.OriginKind, bool) {
	list := tags
	if role == "developer" {
		list = slices.Concat(developerTags, tags)
	}
	for _, t := range list {
		if text.HasPrefix(t.begin) && endsWith(text, t.end) {
			return t.kind, true
		}
	}
	return "", false
}

// endsWith reports whether a text ends with an ending, white space aside.
func endsWith(text timeline.Text, ending string) bool {
	inner := text.Inner()
	tail := text.Slice(max(0, len(inner)-tailWindow), len(inner)).String()
	return strings.HasSuffix(strings.TrimSpace(tail), ending)
}

// tailWindow is longer than any ending with the white space behind it, in bytes.
const tailWindow = 256

// ContentKinds returns the marks of a message's parts, in their order. Nil when the message has none.
func ContentKinds(message jsonl.Value) []string {
	var kinds []string
	for kind := range jsonl.Elements(message.Get("internal_chat_message_metadata_passthrough", "content_item_kinds")) {
		kinds = append(kinds, kind.String())
	}
	return kinds
}
