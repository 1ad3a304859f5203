package inject

import (
	"slices"
	"strings"
)

// Appending returns the shell command of a hook that appends its input to a file, which may have any name, as a line of
// its own. It is written at once, so that the lines of hooks that run at the same time do not mix; the hook itself says
// nothing.
func Appending(file string) string {
	return `told=$(cat); printf '%s\n' "$told" >> '` + strings.ReplaceAll(file, "'", `'\''`) + `'`
}

// hookTimeout is how long a hook may take, in seconds. It only writes a line.
const hookTimeout = 5

// AddHooks has a command run on the named events, in addition to the hooks that settings already have for them. The
// settings are those of Claude Code, whose form others have taken over.
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
