package codex

import (
	"strings"

	"stead/internal/jsonl"
	"stead/timeline"
)

// harnessPrefixes begin the texts that the harness sends in the user's name.
var harnessPrefixes = []string{
	"<environment_context>", "# AGENTS.md instructions", "<user_instructions>", "<turn_aborted>",
	"<subagent_notification>",
	// An attached picture is wrapped into two texts that the user never typed.
	"<image name=", "</image>",
}

// IsHarness reports whether a text of a user message was put there by the CLI.
func IsHarness(text timeline.Text) bool {
	for _, prefix := range harnessPrefixes {
		if text.HasPrefix(prefix) {
			return true
		}
	}
	return false
}

// IsHarnessKind reports whether new rollouts mark a part of a user message as the harness's: its content_item_kind is
// "environments.environment_context", for example, and not "user.text". Messages that were injected say "unknown" or nothing.
func IsHarnessKind(kind jsonl.Value) bool {
	name := kind.String()
	return name != "" && name != "unknown" && !strings.HasPrefix(name, "user.")
}

// ContentKinds returns the marks of a message's parts, in their order. Nil when the message has none.
func ContentKinds(message jsonl.Value) []jsonl.Value {
	var kinds []jsonl.Value
	for kind := range jsonl.Elements(message.Get("internal_chat_message_metadata_passthrough", "content_item_kinds")) {
		kinds = append(kinds, kind)
	}
	return kinds
}
