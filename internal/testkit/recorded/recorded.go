// Package recorded describes the recorded sessions of a format: where the CLI would store them, how they can be
// damaged, and what they lack. The conformance suite (internal/testkit/adaptertest) uses it to check the format's
// adapter. It is data, so an adapter's test only names it.
package recorded

import (
	"bytes"
	"path/filepath"
	"strings"
	"time"
)

// Sessions are the recorded sessions of one format.
type Sessions struct {
	// Root is the location of the CLI's home in the user's home: ".claude".
	Root string
	// Fixtures are the patterns (see [path.Match]) of the recorded sessions: "claude/*.jsonl".
	Fixtures []string
	// Layout returns where the CLI would store a recorded session below its root. Read returns the content of any recorded
	// file.
	Layout func(root, fixture string, read func(name string) []byte) Layout
	// Damage names ways to damage a file that are specific to this format, such as a version of the future, with the texts
	// to replace: old, new, old, new. The suite itself has the damages that apply to every format of lines.
	Damage map[string][]string
	// Invented names ways to give a record, or a part of one, an unknown kind, with "invented" in its name, by the texts
	// to replace. In some recorded session, a renamed record must contain a text.
	Invented map[string][]string
	// Cut defines the part that is left of a damaged file that is not a file of lines: 64 means a 64th. 0 skips the check.
	Cut int
	// Parent is the member in which a record of a tree names its parent. The suite uses it to make a cycle.
	Parent string
	// Lossy names what does not come back when a session is written without its native records and read again, with the
	// reason. The names are those that the check reports: "usage", "thinking", "tool glob". A loss that no longer occurs
	// is an error, so the list stays true.
	Lossy map[string]string
	// Lacking names the fixtures whose exports as CUSF do not get the grade A, by a part of their names, with what the
	// session does not contain. An export with the grade A is an error, so the list stays true.
	Lacking map[string]string
	// TakesNoFiles says that the format has no place for the content of attachments.
	TakesNoFiles bool
	// NotExtended is the reason why the writer does not add to existing sessions. It is empty if the writer does.
	NotExtended string
	// Files returns the files, in order, whose lines are the records of the session with the main file at path. Nil means
	// that a session is one file, or not made of files of lines.
	Files func(path string) []string
	// IsRead says that the sessions are only read: under a new id, the CLI could not take them unchanged. HasEdits says
	// that a record may change what an earlier one says, which a tail cannot know in advance.
	IsRead, HasEdits bool
	// Further are recorded sessions with other requirements, by name. Their own Further is empty.
	Further map[string]Sessions
}

// Layout is where the CLI would store a session.
type Layout struct {
	// Path is the session's main file. ID is its id, which may be empty if the path alone identifies the session.
	Path, ID string
	// Copies maps the names of recorded files and folders to their places. Names that were not recorded are skipped, and
	// so are places that are already taken.
	Copies map[string]string
	// Files maps the paths of further files to their contents.
	Files map[string]string
	// Modified is the main file's modification time, if nothing else tells when the session took place.
	Modified time.Time
}

// Value returns the value of the first member with this name in a JSON file. The value must be a string.
func Value(content []byte, name string) string {
	_, rest, _ := bytes.Cut(content, []byte(`"`+name+`":"`))
	value, _, _ := bytes.Cut(rest, []byte{'"'})
	return string(value)
}

// ByHeader returns the layout of sessions whose path consists of a project's folder and an id. The file contains both:
// the folder as cwd, the id under the given name. Beside returns the place of a recorded folder with the name of the
// file, which contains the records of its sub-agents. Nil means that the format has none.
func ByHeader(id string, path func(root, cwd, id string) string,
	beside func(path string) string) func(string, string, func(string) []byte) Layout {
	return func(root, fixture string, read func(string) []byte) Layout {
		content := read(fixture)
		l := Layout{ID: Value(content, id)}
		l.Path = path(root, Value(content, "cwd"), l.ID)
		l.Copies = map[string]string{fixture: l.Path}
		if beside != nil {
			l.Copies[strings.TrimSuffix(fixture, filepath.Ext(fixture))] = beside(l.Path)
		}
		return l
	}
}
