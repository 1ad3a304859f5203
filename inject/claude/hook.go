package claude

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"stead/adapters/claude"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// hooks are the events of which Claude Code tells at once and nothing else does: that it asks something, and that it
// has given up. There are few of them in a session, and none that is written into it: a Stop hook leaves a record of
// itself with every turn.
var hooks = []string{"PermissionRequest", "StopFailure"}

// ofHook reads what a hook was told.
func ofHook(input jsonl.Value) (signals.Signal, bool) {
	switch input.Get("hook_event_name").String() {
	case "PermissionRequest":
		signal := asking(input.Get("tool_name").String(), input.Get("tool_input"))
		if signal.Question != nil {
			signal.Question.Agent = input.Get("agent_type").String()
		}
		return signal, true
	case "StopFailure":
		return ended(input.Get("error").String(), 0, input.Get("last_assistant_message").String()), true
	}
	return signals.Signal{}, false
}

// asking reads a call that waits for the user. A question of the model's is such a call too.
func asking(tool string, input jsonl.Value) signals.Signal {
	if tool == "AskUserQuestion" {
		for question := range jsonl.Elements(input.Get("questions")) {
			return signals.Signal{State: signals.Input, About: question.Get("question").String()}
		}
	}
	universal, arguments := claude.ToUniversal(tool, input)
	question := inject.QuestionOf(tool, input, universal, arguments)
	return signals.Signal{State: signals.Permission, About: question.About, Question: question}
}

// settingsOption is the option that names settings for one start, in a file or as JSON. They are laid over those of the
// user's files, whose hooks run as well. Of two of them, the last one counts.
const settingsOption = "--settings"

// listen has the CLI's hooks append what they receive to the events' file: by settings that are given in a file, which
// may hold what the user has given by the same option himself. When that cannot be read, it is left for Claude Code to
// say so. A headless run asks nobody, and says in its event stream how it failed.
func listen(c *inject.Command, l inject.Launch) {
	if l.Events == "" || l.Headless {
		return
	}
	given, rest := cutOption(c.Arguments)
	settings, ok := readSettings(given, l.Dir)
	if !ok {
		return
	}
	inject.AddHooks(settings, inject.Appending(l.Events), hooks...)
	content, err := json.Marshal(settings)
	if err != nil {
		return
	}
	file := inject.File{Path: filepath.Join(filepath.Dir(l.Events), "claude-settings.json"), Content: content}
	c.Files = append(c.Files, file)
	c.Arguments = append([]string{settingsOption, file.Path}, rest...)
}

// cutOption takes the option for settings out of arguments.
func cutOption(arguments []string) (value string, rest []string) {
	for i := 0; i < len(arguments); i++ {
		given, isJoined := strings.CutPrefix(arguments[i], settingsOption+"=")
		switch {
		case isJoined:
			value = given
		case arguments[i] == settingsOption && i+1 < len(arguments):
			i++
			value = arguments[i]
		case arguments[i] == "--":
			return value, append(rest, arguments[i:]...)
		default:
			rest = append(rest, arguments[i])
		}
	}
	return value, rest
}

// readSettings reads settings that were given: JSON, the path of a file, or none.
func readSettings(given, dir string) (settings map[string]any, ok bool) {
	settings = map[string]any{}
	content := []byte(given)
	if given == "" {
		return settings, true
	}
	if !strings.HasPrefix(strings.TrimSpace(given), "{") {
		if !filepath.IsAbs(given) {
			given = filepath.Join(dir, given)
		}
		var err error
		if content, err = regular.ReadFile(given); err != nil {
			return nil, false
		}
	}
	return settings, json.Unmarshal(content, &settings) == nil && settings != nil
}
