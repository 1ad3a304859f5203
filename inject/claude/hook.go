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

// hooks are the events that only hooks of Claude Code report immediately: that it asks something, and that it has given
// up. They are rare in a session and leave no record in it, while a Stop hook leaves a record with every turn.
var hooks = []string{"PermissionRequest", "StopFailure"}

// ofHook reads the input of a hook.
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

// asking reads a call that waits for the user. A question of the model is also a call.
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

// settingsOption is the option that names settings for one start, as a file or as JSON. They override those of the
// user's files, whose hooks still run. If it occurs twice, the last one counts.
const settingsOption = "--settings"

// listen makes the CLI's hooks append their input to the events' file. It uses a settings file, which includes the
// settings that the user passed with the same option. If those cannot be read, Claude Code reports that itself. A
// headless run asks nothing, and reports its failures in its event stream.
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

// cutOption removes the settings option from the arguments.
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

// readSettings reads settings from an option: JSON, the path of a file, or nothing.
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
