package fidelity

import (
	"html"
	"regexp"
	"strings"

	"stead/e2e/provider"
)

// kimi is Kimi Code 2.1.0.
var kimi = rules{
	tools: []tool{
		{runs, "Bash", map[part]string{command: "command"}},
		{reads, "Read", map[part]string{path: "path"}},
		{looks, "ReadMediaFile", map[part]string{path: "path"}},
		{writes, "Write", map[part]string{path: "path", content: "content"}},
		{edits, "Edit", map[part]string{path: "path", before: "old_string", after: "new_string"}},
		{greps, "Grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "Glob", map[part]string{pattern: "pattern", path: "path"}},
		{fetches, "FetchURL", map[part]string{url: "url"}},
		{searches, "WebSearch", map[part]string{query: "query"}},
		{delegates, "Agent", map[part]string{task: "prompt"}},
		{asks, "AskUserQuestion", nil},
	},
	output:        outputKimi,
	context:       contextKimi,
	folded:        foldedClaude, // it has the tags of a shell command from there
	compacted:     compactedKimi,
	tellsFailure:  true,
	vendor:        "moonshot",
	takesThinking: true,
}

// outputKimi cuts off how long a command took, and the note behind a result.
func outputKimi(text string) string {
	if first, rest, found := strings.Cut(text, "\n"); found && strings.HasPrefix(first, "Wall time: ") {
		text = rest
	}
	if note := strings.LastIndex(text, "\n<system>"); note >= 0 && strings.HasSuffix(text, "</system>") {
		text = text[:note]
	}
	return text
}

// tagKimi is what stands around context that is no note of the CLI's: those are left out as the harness's.
var tagKimi = regexp.MustCompile(`</?(bash-(input|stdout|stderr)|hook_result|skill-loaded|notification|cron-fire)\b[^>\n]*>`)

// contextKimi takes shell commands of the user's, what hooks say and the skills that a command stands for.
func contextKimi(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	for i, item := range items {
		at := tagKimi.FindStringIndex(item.Text)
		if item.Kind == provider.Text && item.Role == "user" && at != nil && at[0] == 0 {
			text := html.UnescapeString(tagKimi.ReplaceAllString(item.Text, "\n"))
			all[i] = linesOf(text, "Command failed with exit code: ")
		}
	}
	return all
}

// compactedKimi takes the kept prompts apart, which are sent as one text, and the CLI's note from the summary.
func compactedKimi(items []provider.Item) (int, []provider.Item) {
	const note = "(vendor note removed from this sample)\n"
	if len(items) < 2 || !strings.HasPrefix(items[1].Text, note) {
		return -1, items
	}
	var all []provider.Item
	for text := range strings.SplitSeq(items[0].Text, "\n\n") {
		all = append(all, provider.Item{Role: "user", Kind: provider.Text, Text: text})
	}
	summary := items[1]
	summary.Text = strings.TrimPrefix(summary.Text, note)
	return len(all), append(append(all, summary), items[2:]...)
}
