package fidelity

import (
	"encoding/json"
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// codex is Codex 0.169.0.
var codex = rules{
	tools: []tool{
		{plans, "update_plan", nil},
		{runs, "exec_command", map[part]string{command: "cmd"}},
		{looks, "view_image", map[part]string{path: "path"}},
		{searches, "web_search", map[part]string{query: "query"}},
	},
	mean:      meanCodex,
	spell:     spellCodex,
	packed:    packedCodex,
	context:   contextCodex,
	compacted: startsWith("Another language model"),
	vendor:    "openai",
}

// meanCodex reads what is no function with members of its own: patches, scripts of code mode, the shell of 2025. Agents
// it only reads: those of other CLIs were not started as threads of Codex, and stay calls under their own names.
func meanCodex(call provider.Item) (meaning, bool) {
	switch call.Tool {
	case "spawn_agent":
		return meaning{deed: delegates, parts: map[part]string{task: members(call.Arguments)["message"]}}, true
	case "apply_patch":
		return meanPatch(call.Arguments), true
	case "exec":
		_, script, _ := strings.Cut(call.Arguments, `cmd: "`)
		script, _, found := strings.Cut(script, `"`)
		return meaning{deed: runs, parts: map[part]string{command: script}}, found
	case "shell":
		var input struct{ Command []string }
		if err := json.Unmarshal([]byte(call.Arguments), &input); err != nil || len(input.Command) != 3 {
			return meaning{}, false
		}
		return meaning{deed: runs, parts: map[part]string{command: input.Command[2]}}, true
	}
	return meaning{}, false
}

// meanPatch takes any patch for several changes: whether it is an edit or a new file, its lines must be there.
func meanPatch(text string) meaning {
	m := meaning{deed: patches}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") {
			m.lines = append(m.lines, line[1:])
		}
	}
	return m
}

func spellCodex(m meaning) (form, bool) {
	switch m.deed {
	case writes:
		holds := append(signed("+", m.parts[content]), "*** Add File: "+m.parts[path]+"\n")
		return form{tools: []string{"apply_patch"}, holds: holds}, true
	case edits:
		return form{
			tools: []string{"apply_patch"}, holds: []string{"*** Update File: " + m.parts[path] + "\n"},
			wrong: func(patch string) bool {
				return !strings.Contains(linesSigned(patch, " -"), m.parts[before]) ||
					!strings.Contains(linesSigned(patch, " +"), m.parts[after])
			},
		}, true
	case patches:
		return form{tools: []string{"apply_patch"}, holds: m.lines}, true
	}
	return form{}, false
}

// linesSigned are the lines of a patch that begin with one of the signs, without them: what a place was, or what it
// became.
func linesSigned(patch, prefixes string) string {
	var b strings.Builder
	for line := range strings.Lines(patch) {
		if strings.ContainsAny(line[:1], prefixes) {
			b.WriteString(line[1:])
		}
	}
	return b.String()
}

func signed(prefix, text string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, prefix+line+"\n")
	}
	return lines
}

// packedCodex takes the output out of what the shell of 2025 gave.
func packedCodex(text string) string {
	var old struct{ Output string }
	if json.Unmarshal([]byte(text), &old) == nil && old.Output != "" {
		return old.Output
	}
	return text
}

// contextCodex takes what the developer says, and what goes as the user's in tags of Codex's own.
func contextCodex(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	for i, item := range items {
		switch {
		case item.Kind != provider.Text || item.Role == "assistant":
		case strings.HasPrefix(item.Text, "<turn_aborted>\n"):
			all[i] = []string{interrupted}
		case item.Role == "developer":
			all[i] = anew.Lines("codex", anew.Context, item.Text)
		case strings.HasPrefix(item.Text, "<hook_prompt "):
			all[i] = anew.Lines("codex", anew.Context, item.Text)
		case strings.HasPrefix(item.Text, "<skill>\n"):
			all[i] = anew.Lines("codex", anew.Skill, item.Text)
		case strings.HasPrefix(item.Text, "<user_action>\n"):
			all[i] = anew.Lines("codex", anew.Context, item.Text)
		case strings.HasPrefix(item.Text, "<user_shell_command>\n"):
			all[i] = anew.Lines("codex", anew.Shell, item.Text)
		}
	}
	return all
}
