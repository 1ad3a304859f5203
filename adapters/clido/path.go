package clido

import (
	"path/filepath"
	"strings"
)

const (
	sessionsFolder = "sessions"
	// Extension is the extension of session files.
	Extension = ".jsonl"
)

// Patterns match the session files below a root in both layouts: a folder for each project, or all files side by side.
// The name of a project's folder is the path with underscores for slashes or, according to the page, a hash.
var Patterns = []string{filepath.Join("*", "*"+Extension), "*" + Extension}

// Path returns the path at which the CLI looks for a session of a project.
func Path(root, project, id string) string {
	if isFlat(root) {
		return filepath.Join(root, id+Extension)
	}
	return filepath.Join(root, strings.ReplaceAll(project, string(filepath.Separator), "_"), id+Extension)
}

// isFlat recognizes a root from $CLIDO_SESSION_DIR, which has no project folders, by its name or by its content.
func isFlat(root string) bool {
	if filepath.Base(root) != sessionsFolder {
		return true
	}
	files, err := filepath.Glob(filepath.Join(root, "*"+Extension))
	return err == nil && len(files) > 0
}

// IsID reports whether text can be a session's id, which is the name of its file.
func IsID(text string) bool {
	return text != "" && text == filepath.Base(text) && filepath.IsLocal(text) && !strings.ContainsAny(text, `*?[\`)
}

// Find returns the file of the session with that id in any project, or the empty string.
func Find(root, id string) string {
	for _, pattern := range []string{filepath.Join("*", id+Extension), id + Extension} {
		if found, err := filepath.Glob(filepath.Join(root, pattern)); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// SessionID returns the id in the name of the session's file. The CLI goes by that id, not by the one in the first
// line.
func SessionID(path string) string { return strings.TrimSuffix(filepath.Base(path), Extension) }
