// Package recorded describes the recorded sessions of a format: where the CLI would store them, how they can be
// damaged, and what they lack. The conformance suite (internal/testkit/adaptertest) uses it to check the format's
// adapter. It is data, so the test of an adapter only names it.
package recorded

import (
	"bytes"
	"path/filepath"
	"strings"
	"time"
)

// Sessions are the recorded sessions of one format.
type Sessions struct {
	// Root is where the CLI's home lies in the user's: ".claude".
	Root string
	// Fixtures are the patterns (see [path.Match]) of the recorded sessions: "claude/*.jsonl".
	Fixtures []string
	// Layout says where the CLI would have a recorded session below its root. Read returns the content of any file that
	// was recorded.
	Layout func(root, fixture string, read func(name string) []byte) Layout
	// Damage names ways to damage a file that only this format has – a version of the future – by the texts that are
	// replaced: old, new, old, new. Damage that every format of lines can suffer is the suite's own.
	Damage map[string][]string
	// Invented names ways to give a record or a part of one a kind that nobody knows, with "invented" in its name, by the
	// texts that are replaced. What is renamed must hold a text in some recorded session.
	Invented map[string][]string
	// Cut is how small a part of a file is left of one that is no file of lines: 64 for a 64th. 0 leaves out the check.
	Cut int
	// Parent is the member by which a record of a tree names its parent: the suite makes a cycle of it.
	Parent string
	// Lossy names what does not come back when a session is written without its native records and read again, with the
	// reason. The names are those that the check reports: "usage", "thinking", "tool glob". A loss that no longer happens
	// is an error, so that the list stays true.
	Lossy map[string]string
	// Lacking names the fixtures whose exports as CUSF are not graded A, by a part of their names, with what the session
	// does not tell. One that is graded A is an error, so that the list stays true.
	Lacking map[string]string
	// TakesNoFiles tells that the format has no place for the content of attachments.
	TakesNoFiles bool
	// NotExtended says why the writer does not add to sessions that exist. Empty for one that does.
	NotExtended string
	// Files returns the files whose lines are the records of the session with the main file at a path, in order. Nil is
	// for sessions that are one file, and for those that are no files of lines.
	Files func(path string) []string
	// IsRead says that the sessions are only read: under a new id the CLI could not take them as they are. HasEdits says
	// that a record may change what an earlier one says, which a tail cannot know yet.
	IsRead, HasEdits bool
	// Further are recorded sessions of which something else is demanded, by what they are. Their own Further is empty.
	Further map[string]Sessions
}

// Layout is where the CLI would have a session.
type Layout struct {
	// Path is the session's main file, ID its id, which may be empty where the path says it all.
	Path, ID string
	// Copies are the places of recorded files and folders, by their names. One that was not recorded is passed over, and
	// so is one whose place is taken.
	Copies map[string]string
	// Files are the contents of further files, by their paths.
	Files map[string]string
	// Modified is the main file's time, where nothing else tells when the session was held.
	Modified time.Time
}

// Value returns the value of the first member of a name in a file of JSON whose value is a string.
func Value(content []byte, name string) string {
	_, rest, _ := bytes.Cut(content, []byte(`"`+name+`":"`))
	value, _, _ := bytes.Cut(rest, []byte{'"'})
	return string(value)
}

// ByHeader returns the layout of sessions whose file lies by a project's folder and an id, both of which the file
// names: the folder as cwd, the id under the given name. Beside returns where a recorded folder of the file's name
// belongs, in which its sub-agents wrote. Nil is for formats without.
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
