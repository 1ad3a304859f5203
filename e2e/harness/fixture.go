package harness

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Session is a recorded session in a CLI's store.
type Session struct {
	// CLI is the adapter's name.
	CLI string
	// ID is the session's id for the CLI. It is empty if a format has no store, and the path alone identifies the session.
	ID string
	// Path is the session's file or folder, or the database that contains it.
	Path string
	// Model is the model to resume with, for a CLI that needs to be told. Empty leaves it to the CLI.
	Model string
}

// Ref returns the session's reference for stead, such as claude:<id>.
func (s Session) Ref() string {
	if s.ID == "" {
		return s.Path
	}
	return s.CLI + ":" + s.ID
}

// Fixtures returns the names of those recorded sessions that a CLI can resume by itself: paths below
// internal/testkit/fixtures/testdata/<cli>.
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

// Place copies a recorded session into its CLI's store, and replaces the folder in which it was recorded by Work. The
// name is a unique part of the file's name, such as "tools" or "7b03". Place also copies what the session needs:
// transcripts of sub-agents, and the parent of a fork.
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

// findFixture returns the path of the only fixture that matches a name. A complete file name without its extension
// takes precedence over partial matches.
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

// moved reads a recorded file and replaces its project folder by Work.
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

// Recorded returns the project folder in which a CLI's sessions were recorded.
func Recorded(cli string) string {
	known, err := findCLI(cli)
	if err != nil {
		panic(err)
	}
	return known.recorded
}
