package cusf

import (
	"slices"
	"strings"
)

// Other is the llm_source of every program that the standard does not name.
const Other = "other"

// sources maps the name of a CLI's adapter to the CLI's llm_source, if it has one.
var sources = map[string]string{"claude": "claude", "codex": "codex", "gemini": "gemini", "kimi": "kimi",
	"kimi-cli": "kimi"}

// SourceOf returns the llm_source of a CLI.
func SourceOf(cli string) string {
	if source, ok := sources[cli]; ok {
		return source
	}
	return Other
}

// IsSource reports whether text is an llm_source.
func IsSource(text string) bool { return text == Other || vendors[text] != "" }

// IsEndReason reports whether text is one of the standard's reasons for the end of a session.
func IsEndReason(text string) bool {
	return slices.Contains([]string{"user_exit", "export", "context_limit", "error", "timeout"}, text)
}

// vendors maps an llm_source to the vendor of its models. "gpt" means OpenAI's models outside Codex.
var vendors = map[string]string{"claude": "anthropic", "codex": "openai", "gpt": "openai", "gemini": "google",
	"kimi": "moonshot"}

// VendorOf returns the vendor of an llm_source's models, or the empty string.
func VendorOf(source string) string { return vendors[source] }

// stopReasons maps the words of other formats to the four that the standard knows.
var stopReasons = map[string]string{
	"end_turn": "end_turn", "stop": "end_turn", "stop_sequence": "end_turn", "end": "end_turn",
	"max_tokens": "max_tokens", "length": "max_tokens",
	"tool_use": "tool_use", "tool_calls": "tool_use", "tooluse": "tool_use",
	"error": "error", "aborted": "error", "refusal": "error",
}

// StopReason returns the standard's word for the reason that a response ended. It returns the empty string if the
// standard has no word for it, and never guesses.
func StopReason(native string) string { return stopReasons[strings.ToLower(native)] }

// roles maps roles of native formats, which some exporters leave unchanged. The standard requires mapped roles.
var roles = map[string]string{
	"user": "user", "human": "user", "assistant": "assistant", "model": "assistant", "system": "system",
	"developer": "system",
}

// RoleOf returns the standard's role for a role in a file, or the empty string for an unknown one.
func RoleOf(role string) string { return roles[role] }
