package fidelity

import (
	"html"
	"regexp"
	"strings"

	"stead/e2e/anew"
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
	context:       contextKimi,
	folded:        foldedKimi,
	compacted:     compactedKimi,
	tellsFailure:  true,
	vendor:        "moonshot",
	takesThinking: true,
}

// The marks of context that is no note of the CLI's, and what begins a skill.
var (
	tagKimi = regexp.MustCompile(
		`</?(bash-(input|stdout|stderr)|hook_result|skill-loaded|notification|cron-fire|system-reminder)\b[^>\n]*>`)
	stopKimi = regexp.MustCompile(
		`^<system-reminder>\n(The previous turn was interrupted|\[Request interrupted|The user interrupted the previous turn)`)
	endKimi   = regexp.MustCompile(`</[a-z_-]+>\s*$`)
	skillKimi = regexp.MustCompile(
		`(?s)^(User activated|Skill tool loaded) .*?<skill-loaded [^\n]*>\n(.*)\n</skill-loaded>(.*)$`)
)

// foldedKimi takes a shell command of the user's and its output for one, as it was typed, and a called skill for its
// text: that is the request.
func foldedKimi(items []provider.Item) []provider.Item {
	items = foldedClaude(items)
	for i, item := range items {
		if item.Kind == provider.Result {
			items[i] = resultKimi(item)
		}
		if strings.HasPrefix(item.Text, "<bash-input>") {
			items[i].Text = html.UnescapeString(item.Text)
		}
		if skill := skillKimi.FindStringSubmatch(item.Text); skill != nil && item.Role == "user" &&
			skill[1] == "User activated" {
			items[i].Text = skill[2] + skill[3]
		}
	}
	return items
}

// resultKimi says of a result whose time is told that it failed, and parts what a server's tool said from where the CLI
// keeps a picture of it: the CLI joins all texts of a result.
func resultKimi(item provider.Item) provider.Item {
	const failed, kept = "<system>ERROR: Tool execution failed.</system>\n", "Original attachment saved at: "
	if wall, rest, found := strings.Cut(item.Text, failed); found && strings.HasPrefix(wall, "Wall time: ") &&
		strings.Count(wall, "\n") == 1 {
		item.Failed, item.Text = true, rest
	}
	if said, rest, found := strings.Cut(item.Text, kept); found && said != "" && !strings.HasSuffix(said, "\n") {
		item.Text = said + "\n" + kept + rest
	}
	return item
}

// contextKimi takes shell commands of the user's, what hooks say, the skills that the model loads, the ends of tasks
// and reminders.
func contextKimi(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	for i, item := range items {
		at := tagKimi.FindStringIndex(item.Text)
		skill := skillKimi.FindStringSubmatch(item.Text)
		switch {
		case item.Kind != provider.Text || item.Role != "user":
		case stopKimi.MatchString(item.Text):
			all[i] = []string{interrupted}
		case skill != nil:
			all[i] = anew.Lines("kimi", anew.Plain, skill[2])
		case at != nil && at[0] == 0 && endKimi.MatchString(item.Text): // a person may type a tag, too
			all[i] = anew.Lines("kimi", anew.Context, item.Text)
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
