package qwen

import (
	"slices"

	"stead/internal/jsonl"
	"stead/timeline"
)

// Acknowledgements are what the CLI lets the model say to its preamble and to a summary.
var Acknowledgements = []string{"Got it. Thanks for the additional context!", "Got it. Thanks for the context!"}

// harnessPrefixes begin texts in the user's name that nobody typed.
var harnessPrefixes = []string{"<system-reminder>", "<task-notification>", "<qwen:user-prompt-submit-context>"}

// IsHarness reports whether a text of a user record was put there by the CLI.
func IsHarness(text jsonl.Value) bool {
	return len(text) > 1 && text[1] == '<' && slices.ContainsFunc(harnessPrefixes, timeline.RawText(text).HasPrefix)
}
