package qwen

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"

	"stead/adapters/qwen"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
	"stead/internal/sys/regular"
)

// hooks are the events that Qwen Code reports immediately and that no other source reports: what it asks, and that it
// has given up (0.24.4).
var hooks = []string{"PermissionRequest", "StopFailure"}

// The variables that name the settings files with lower and higher precedence than the user's own.
const (
	defaultsPath = "QWEN_CODE_SYSTEM_DEFAULTS_PATH"
	systemPath   = "QWEN_CODE_SYSTEM_SETTINGS_PATH"
)

// listen makes the CLI's hooks append their input to the events' file. The hooks are in a file of defaults, which the
// user's settings extend but do not reduce. The file also contains the machine's own defaults. If those cannot be read,
// there are no hooks.
func listen(c *inject.Command, l inject.Launch) {
	if l.Events == "" {
		return
	}
	settings, err := defaults(l.Environment)
	if err != nil {
		return
	}
	inject.AddHooks(settings, inject.Appending(l.Events), hooks...)
	content, err := json.Marshal(settings)
	if err != nil {
		return
	}
	file := inject.File{Path: filepath.Join(filepath.Dir(l.Events), "qwen-defaults.json"), Content: content}
	c.Files = append(c.Files, file)
	c.Environment = append(c.Environment, defaultsPath+"="+file.Path)
}

// defaults reads the machine's own defaults.
func defaults(g inject.Environment) (map[string]any, error) {
	settings := map[string]any{}
	system := cmp.Or(g.Host.Getenv(systemPath), systemSettings())
	content, err := regular.ReadFile(cmp.Or(g.Host.Getenv(defaultsPath),
		filepath.Join(filepath.Dir(system), "system-defaults.json")))
	if errors.Is(err, fs.ErrNotExist) {
		return settings, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &settings)
	}
	return settings, err
}

// systemSettings returns the path of a machine's settings (read in the bundle of 0.24.4).
func systemSettings() string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/QwenCode/settings.json"
	}
	return "/etc/qwen-code/settings.json"
}

// ofHook reads the input of a hook.
func ofHook(told jsonl.Value) (signals.Signal, bool) {
	switch told.Get("hook_event_name").String() {
	case "PermissionRequest":
		return asking(told.Get("tool_name").String(), told.Get("tool_input")), true
	case "StopFailure":
		message := cmp.Or(told.Get("error_details").String(), told.Get("last_assistant_message").String(),
			told.Get("error").String())
		return failed(message), true
	}
	return signals.Signal{}, false
}

// asking reads a call that waits for the user. A question of the model is such a call, too.
func asking(tool string, input jsonl.Value) signals.Signal {
	for question := range jsonl.Elements(input.Get("questions")) {
		return signals.Signal{State: signals.Input, About: question.Get("question").String()}
	}
	universal, arguments := qwen.ToUniversal(tool, input)
	question := inject.QuestionOf(tool, input, universal, arguments)
	return signals.Signal{State: signals.Permission, About: question.About, Question: question}
}

// failed reads the message of an error that ended a turn.
func failed(message string) signals.Signal {
	return refusal.Ended(refusal.Status(withoutFrame(message)), message)
}
