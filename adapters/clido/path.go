package clido

import (
	"path/filepath"
	"strings"
)

const (
	sessionsFolder = "sessions"
	// Extension is that of sessions.
	Extension = ".jsonl"
)

// Patterns are where sessions lie below a root, in both layouts: a folder for each project – its name is the path with
// underscores for slashes, or after the page a hash – or all side by side.
var Patterns = []string{filepath.Join("*", "*"+Extension), "*" + Extension}

// Path returns where the CLI looks for a session of a project.
func Path(root, project, id string) string {
	if isFlat(root) {
		return filepath.Join(root, id+Extension)
	}
	return filepath.Join(root, strings.ReplaceAll(project, string(filepath.Separator), "_"), id+Extension)
}

// isFlat tells a root of $CLIDO_SESSION_DIR, which has no folders for projects: by its name, or by what lies in it.
func isFlat(root string) bool {
	if filepath.Base(root) != sessionsFolder {
		return true
	}
	files, err := filepath.Glob(filepath.Join(root, "*"+Extension))
	return err == nil && len(files) > 0
}

// IsID reports whether the text can be a session's id, which is the name of its file.
func IsID(text string) bool {
	return text != "" && text == filepath.Base(text) && filepath.IsLocal(text) && !strings.ContainsAny(text, `*?[\`)
}

// Find returns the file of a session of that id in any project, or the empty string.
func Find(root, id string) string {
	for _, pattern := range []string{filepath.Join("*", id+Extension), id + Extension} {
		if found, err := filepath.Glob(filepath.Join(root, pattern)); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// SessionID returns the session's id as its file's name tells it: that counts, not what its first line says.
func SessionID(path string) string { return strings.TrimSuffix(filepath.Base(path), Extension) }
