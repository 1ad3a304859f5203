package dirs

import (
	"path/filepath"
	"strings"
)

// ExpandTilde returns the path with the user's home in place of a ~ that stands for it: alone, or before a slash. A
// shell does so only where nothing stands before it, and not in quotes.
func ExpandTilde(path, home string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || home == "" || rest != "" && rest[0] != filepath.Separator {
		return path
	}
	return home + rest
}

// ShortenTilde returns a path with ~ in place of the user's home. A folder beside the home whose name only begins like
// it stays as it is.
func ShortenTilde(path, home string) string {
	if rest, ok := strings.CutPrefix(path, home); ok && (rest == "" || rest[0] == filepath.Separator) {
		return "~" + rest
	}
	return path
}
