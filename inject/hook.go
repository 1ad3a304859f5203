package inject

import (
	"slices"
	"strings"
)

// Appending returns the shell command of a hook that appends its input, as one line, to a file with any name. A single
// write appends the line, so that the lines of concurrent hooks do not mix. The hook itself prints nothing.
func Appending(file string) string {
	return `told=$(cat); printf '%s\n' "$told" >> '` + strings.ReplaceAll(file, "'", `'\''`) + `'`
}

// hookTimeout is how long a hook may take, in seconds. It only writes a line.
const hookTimeout = 5

// AddHooks makes a command run on the named events, in addition to the hooks already in the settings. The settings are
// in the form of Claude Code, which other CLIs have adopted.
func AddHooks(settings map[string]any, command string, events ...string) {
	all, ok := settings["hooks"].(map[string]any)
	if !ok {
		all = map[string]any{}
	}
	for _, event := range events {
		groups, _ := all[event].([]any)
		own := map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command, "timeout": hookTimeout}}}
		all[event] = append(slices.Clip(groups), own)
	}
	settings["hooks"] = all
}
