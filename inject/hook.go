package inject

import "strings"

// Appending returns the shell command of a hook that appends what it is told to a file, which may have any name, as a line of its own. It is
// written at once, so that the lines of hooks that run at the same time do not mix; the hook itself says nothing.
func Appending(file string) string {
	return `told=$(cat); printf '%s\n' "$told" >> '` + strings.ReplaceAll(file, "'", `'\''`) + `'`
}
