package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cli is all that the harness knows of one CLI, or of a format that no CLI
// reads by itself. The next one is one more file with one of these, and a
// place in the list.
type cli struct {
	// name is the adapter's. Without its dashes it is that of the folder of
	// its recorded sessions.
	name string
	// program is the CLI's name in PATH. A mere format has none.
	program string
	// built is where the program lies, below .cache, when it does not come
	// from npm. It may be missing there; see [Installed].
	built string
	// env is its part of the environment, which every other CLI sees too.
	env func(*Home) []string
	// files are its configuration, by path below HOME.
	files func(*Home) map[string]string
	// recorded is the project folder in which its sessions were recorded.
	recorded string
	// sessions are the patterns of its recorded sessions, each a file or a
	// folder, below their folder. Empty means [plainSessions].
	sessions []string
	// place puts a recorded session into its store.
	place func(h *Home, path string) (Session, error)
	// resume is the command line that continues a session headless. A mere
	// format has none.
	resume func(session Session, prompt string) []string
}

func clis() []cli {
	return []cli{
		claude(),
		clido(),
		codex(),
		gemini(),
		kimi(),
		kimiCLI(),
		opencode(),
		pi(),
		qwen(),
		universal(),
		cusf(),
	}
}

// plainSessions are recorded sessions of one file each.
var plainSessions = []string{"*.jsonl", "handwritten/*.jsonl"}

func findCLI(name string) (cli, error) {
	for _, known := range clis() {
		if known.name == name {
			return known, nil
		}
	}
	return cli{}, fmt.Errorf("the harness does not know the CLI %q", name)
}

// source is where the CLI's program lies on this machine.
func (c cli) source() (string, error) {
	if c.built == "" {
		return pinned(c.program)
	}
	root, err := Root()
	return filepath.Join(root, ".cache", c.built), err
}

// Installed says whether a CLI can be run here. Those of npm always can: a
// home without one of them is an error.
func Installed(name string) bool {
	known, err := findCLI(name)
	if err != nil || known.program == "" {
		return false
	}
	path, err := known.source()
	return err == nil && isFile(path)
}

// folder is where the CLI's recorded sessions lie.
func (c cli) folder() (string, error) {
	root, err := Root()
	return filepath.Join(root, "internal", "fixtures", "testdata", strings.ReplaceAll(c.name, "-", "")), err
}

func (c cli) patterns() []string {
	if len(c.sessions) == 0 {
		return plainSessions
	}
	return slices.Clone(c.sessions)
}

// write makes a file and the folders above it, for its owner alone.
func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
