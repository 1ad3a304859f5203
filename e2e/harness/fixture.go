package harness

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Session is a recorded session that stands in a CLI's store.
type Session struct {
	// CLI is the adapter's name.
	CLI string
	// ID is the session's id, as the CLI takes it. Empty where a format has
	// no store, and the path says it all.
	ID string
	// Path is the session's file or folder, or the database that holds it.
	Path string
	// Model is the model to resume with, of a CLI that must be told. Empty
	// leaves it to the CLI.
	Model string
}

// Ref is the session's reference for stead, such as claude:<id>.
func (s Session) Ref() string {
	if s.ID == "" {
		return s.Path
	}
	return s.CLI + ":" + s.ID
}

// Fixtures are the names of the recorded sessions of a CLI that it resumes
// by itself: paths below internal/testkit/fixtures/testdata/<cli>.
func Fixtures(cli string) ([]string, error) {
	known, err := findCLI(cli)
	if err != nil {
		return nil, err
	}
	folder, err := known.folder()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, pattern := range known.patterns() {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			names = append(names, strings.TrimPrefix(path, folder+string(filepath.Separator)))
		}
	}
	return names, nil
}

// Place copies a recorded session into its CLI's store, moved from the folder
// in which it was recorded to Work. The name is a part of the file's name
// that fits no other, such as "tools" or "7b03". What the session needs
// comes along: sub-agents' transcripts, and the parent of a fork.
func (h *Home) Place(cli, name string) (Session, error) {
	known, err := findCLI(cli)
	if err != nil {
		return Session{}, err
	}
	file, err := findFixture(cli, name)
	if err != nil {
		return Session{}, err
	}
	return known.place(h, file)
}

// findFixture returns the path of the one fixture that a name fits; a whole
// file name without its ending fits before any part.
func findFixture(cli, name string) (string, error) {
	known, err := findCLI(cli)
	if err != nil {
		return "", err
	}
	folder, err := known.folder()
	if err != nil {
		return "", err
	}
	names, err := Fixtures(cli)
	if err != nil {
		return "", err
	}
	var found []string
	for _, candidate := range names {
		if candidate == name || strings.TrimSuffix(candidate, filepath.Ext(candidate)) == name {
			return filepath.Join(folder, candidate), nil
		}
		if strings.Contains(candidate, name) {
			found = append(found, candidate)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("place a session: %q fits %d of the recorded %s sessions", name, len(found), cli)
	}
	return filepath.Join(folder, found[0]), nil
}

// moved reads a recorded file with its project folder replaced by Work.
func (h *Home) moved(cli, file string) ([]byte, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return h.move(cli, content), nil
}

func (h *Home) move(cli string, content []byte) []byte {
	return bytes.ReplaceAll(content, []byte(Recorded(cli)), []byte(h.Work))
}

// Recorded is the project folder in which a CLI's sessions were recorded.
func Recorded(cli string) string {
	known, err := findCLI(cli)
	if err != nil {
		panic(err)
	}
	return known.recorded
}
