package dirs

import (
	"os"
	"path/filepath"
	"strings"
)

// ExpandTilde returns the path with the user's home in place of a leading ~ that is alone or is followed by a slash, or
// by what separates folders on this system. A shell expands it only at the beginning of a word, and not in quotes.
func ExpandTilde(path, home string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || home == "" || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	return home + filepath.FromSlash(rest)
}

// ShortenTilde returns a path with ~ in place of the user's home. It does not change a folder next to the home whose
// name only has the same beginning.
func ShortenTilde(path, home string) string {
	if rest, ok := strings.CutPrefix(path, home); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}
