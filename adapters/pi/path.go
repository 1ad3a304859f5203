package pi

import (
	"path/filepath"
	"strings"
	"time"

	"stead/internal/sys/lazy"
)

// Extension is the extension of session files.
const Extension = ".jsonl"

// SessionsFolder returns the folder that holds a folder for each project.
func SessionsFolder(root string) string { return filepath.Join(root, "sessions") }

// SessionPath returns the path of the file for a session that begins at a given time in a working folder, which must be
// a real path. The CLI finds a session by its header, whatever the file's name.
func SessionPath(root, dir, id string, began time.Time) string {
	stamp := strings.NewReplacer(":", "-", ".", "-").Replace(began.UTC().Format("2006-01-02T15:04:05.000Z"))
	return filepath.Join(SessionsFolder(root), ProjectFolder(dir), stamp+"_"+id+Extension)
}

// ProjectFolder returns the name of a working folder's sessions folder. Different working folders can get the same
// name.
func ProjectFolder(dir string) string {
	dir = strings.TrimPrefix(strings.TrimPrefix(dir, "/"), `\`)
	return "--" + strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(dir) + "--"
}

var validID = lazy.Regexp(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// IsSessionID reports whether the CLI accepts id as a session's id.
func IsSessionID(id string) bool { return validID().MatchString(id) }

// SessionID returns the id in the name that the CLI gives a session's file, or the empty string for any other name. A
// fork names its source by that path.
func SessionID(path string) string {
	_, id, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), Extension), "_")
	return id
}
