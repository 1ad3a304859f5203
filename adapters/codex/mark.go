package codex

import (
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Marks with which Codex describes the parts of a message, in content_item_kinds (0.169.0). Older rollouts have none.
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

// marks maps marks to the kinds of text that Codex adds to the conversation. Each CLI also regenerates the texts of
// other marks that end with "instructions". Any other text may be the model's only source of some information.
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

// ofMark returns the kind for a mark, and whether the mark has one.
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

// tag is the beginning and the end of a text from the CLI that no mark distinguishes from a typed text.
type tag struct {
	begin, end string
	kind       timeline.OriginKind
}

// tags are the texts with the role of the user. Both ends must match, because a person may write about the first.
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

// developerTags are texts with the role of the developer. No person writes in that role, so the beginning suffices.
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

// ofTag returns the kind of an unmarked text, judging by its beginning and end, and whether they match.
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

// endsWith reports whether a text ends with the given text, ignoring white space after it.
func endsWith(text timeline.Text, ending string) bool {
	inner := text.Inner()
	tail := text.Slice(max(0, len(inner)-tailWindow), len(inner)).String()
	return strings.HasSuffix(strings.TrimSpace(tail), ending)
}

// tailWindow is longer than any ending with the white space after it, in bytes.
const tailWindow = 256

// ContentKinds returns the marks of a message's parts, in order. It returns nil if the message has none.
func ContentKinds(message jsonl.Value) []string {
	var kinds []string
	for kind := range jsonl.Elements(message.Get("internal_chat_message_metadata_passthrough", "content_item_kinds")) {
		kinds = append(kinds, kind.String())
	}
	return kinds
}
