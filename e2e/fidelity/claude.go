package fidelity

import (
	"regexp"
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// claude is Claude Code 2.1.332.
var claude = rules{
	systemIsLater: true,
	tools: []tool{
		{runs, "Bash", map[part]string{command: "command"}},
		{reads, "Read", map[part]string{path: "file_path"}},
		{writes, "Write", map[part]string{path: "file_path", content: "content"}},
		{edits, "Edit", map[part]string{path: "file_path", before: "old_string", after: "new_string"}},
		{greps, "Grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "Glob", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "LS", map[part]string{path: "path"}}, // of versions that are read only
		{fetches, "WebFetch", map[part]string{url: "url"}},
		{searches, "WebSearch", map[part]string{query: "query"}},
		{plans, "TodoWrite", nil},
		{delegates, "Agent", map[part]string{task: "prompt"}},
		{asks, "AskUserQuestion", nil},
	},
	spell: func(m meaning) (form, bool) {
		return form{tools: []string{"Bash"}, holds: []string{"ls ", m.parts[path]}}, m.deed == lists
	},
	context:      contextClaude,
	folded:       foldedClaude,
	compacted:    startsWith("This session is being continued from a previous conversation"),
	tellsFailure: true,
	isStrict:     true, // its tools' inputs are strict objects
	vendor:       "anthropic",
	summaryFirst: true,
}

// userContextClaude begin texts that go as the user's, as whole records of their own.
var userContextClaude = regexp.MustCompile(
	`^(<bash-input>|<bash-stdout>|<bash-stderr>|Base directory for this skill: |<task-notification>|Stop hook feedback:|<ide_|<system-reminder>\n|\[Request interrupted by user( for tool use)?\]\s*$)`)

// documentClaude is all that Claude Code says of a document whose content it does not send again.
var documentClaude = regexp.MustCompile(`PDF file read: (.*) \(\d+ bytes\)`)

// foldedClaude takes a shell command of the user's and its output, which are two texts, for one.
func foldedClaude(items []provider.Item) []provider.Item {
	var folded []provider.Item
	for _, item := range items {
		last := len(folded) - 1
		if last >= 0 && strings.HasPrefix(item.Text, "<bash-stdout>") && item.Role == "user" &&
			strings.HasPrefix(folded[last].Text, "<bash-input>") {
			folded[last].Text += item.Text
			continue
		}
		folded = append(folded, item)
	}
	return folded
}

// contextClaude takes what the system says behind a prompt, and the records that nobody typed.
func contextClaude(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	for i, item := range items {
		switch {
		case item.Kind != provider.Text || item.Role == "assistant":
		case strings.HasPrefix(item.Text, "[Request interrupted by user") && userContextClaude.MatchString(item.Text):
			all[i] = []string{interrupted}
		case item.Role == "system" || userContextClaude.MatchString(item.Text):
			all[i] = anew.Lines("claude", anew.Context, documentClaude.ReplaceAllString(item.Text, "$1"))
		}
	}
	return all
}
