package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
)

// origin is where the sessions of a corpus come from. The same figures are measured on each, and the worst one counts:
// a program can be fast on the texts that it was tuned on.
type origin struct {
	name, about string
	// fill makes a store of Claude Code at root, and returns its number of sessions.
	fill func(root string) (int, error)
	// session writes one session of Claude Code of at least size bytes. Without it, the origin has no long session.
	session func(path string, size int64) error
}

// origins returns the corpora. One whose files are not installed is left out, with a note.
func origins() ([]origin, error) {
	sources, err := goSources()
	if err != nil {
		return nil, err
	}
	all := []origin{
		{"generated", fmt.Sprintf("%d sessions of 0.2 to 2 MB of the project's own generator", *sessions),
			func(root string) (int, error) { return fill(root, sized(home.Full().Claude, *sessions)) },
			func(path string, size int64) error { return makeSession(path, sessionID(1), size, 1) }},
		{"small", fmt.Sprintf("%d sessions of 20 messages in 200 projects, of the same generator", 5**sessions),
			func(root string) (int, error) {
				return fill(root, corpus.Size{Sessions: 5 * *sessions, Smallest: 1, Largest: 1, Projects: 200, Exchanges: 10,
					Body: 200})
			}, nil},
		{"sources", fmt.Sprintf("%d sessions of 0.1 to 1 MB, whose texts are the files of Go's own source tree", *sessions/4),
			func(root string) (int, error) {
				return fill(root, corpus.Size{Sessions: *sessions / 4, Smallest: 100_000, Largest: 1_000_000, Text: sources})
			},
			func(path string, size int64) error {
				return writeSession(path, corpus.Session{ID: sessionID(1), Size: size, Seed: 1, Text: sources})
			}},
	}
	public, err := publicOrigin()
	if err != nil {
		fmt.Fprintln(os.Stderr, "without public sessions:", err)
		return all, nil
	}
	return append(all, public), nil
}

func sized(z corpus.Size, sessions int) corpus.Size {
	z.Sessions = sessions
	return z
}

func fill(root string, z corpus.Size) (int, error) {
	_, err := corpus.Claude(root, z, 1)
	return z.Sessions, err
}

// goSources returns the source files of Go, as one text.
func goSources() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("find Go's sources: %w", err)
	}
	const noSecrets = 1 << 40 // a secret in each so many bytes
	return corpus.Sources(filepath.Join(strings.TrimSpace(string(root)), "src"), noSecrets, 1)
}
