package cusf

import (
	"slices"
	"strings"
)

// Other is the llm_source of every program that the standard does not name.
const Other = "other"

// sources are the llm_source of the CLIs that have one, by their adapters' names.
var sources = map[string]string{"claude": "claude", "codex": "codex", "gemini": "gemini", "kimi": "kimi",
	"kimi-cli": "kimi"}

// SourceOf returns the llm_source of a CLI.
func SourceOf(cli string) string {
	if source, ok := sources[cli]; ok {
		return source
	}
	return Other
}

// IsSource reports whether the text is an llm_source.
func IsSource(text string) bool { return text == Other || vendors[text] != "" }

// IsEndReason reports whether the text is one of the standard's words for why a session ended.
func IsEndReason(text string) bool {
	return slices.Contains([]string{"user_exit", "export", "context_limit", "error", "timeout"}, text)
}

// vendors are whose models an llm_source means. "gpt" is OpenAI's models outside Codex.
var vendors = map[string]string{"claude": "anthropic", "codex": "openai", "gpt": "openai", "gemini": "google",
	"kimi": "moonshot"}

// VendorOf returns the vendor of an llm_source's models, or the empty string.
func VendorOf(source string) string { return vendors[source] }

// stopReasons are the words of other formats for the four that the standard knows.
var stopReasons = map[string]string{
	"end_turn": "end_turn", "stop": "end_turn", "stop_sequence": "end_turn", "end": "end_turn",
	"max_tokens": "max_tokens", "length": "max_tokens",
	"tool_use": "tool_use", "tool_calls": "tool_use", "tooluse": "tool_use",
	"error": "error", "aborted": "error", "refusal": "error",
}

// StopReason returns the standard's word for why a response ended, or the empty string where it has none: nothing is
// made up.
func StopReason(native string) string { return stopReasons[strings.ToLower(native)] }

// roles are the roles of native formats that some exporters leave as they are. The standard wants them mapped.
var roles = map[string]string{
	"user": "user", "human": "user", "assistant": "assistant", "model": "assistant", "system": "system",
	"developer": "system",
}

// RoleOf returns the standard's role for one that stands in a file, or the empty string for an unknown one.
func RoleOf(role string) string { return roles[role] }
