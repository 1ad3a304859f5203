package harness

import (
	"fmt"
	"os"
	"path/filepath"
)

// cli is all that the harness knows of one CLI. The next CLI is one more file
// with one of these, and a place in the list.
type cli struct {
	// name is the program's and that of its recorded sessions' folder.
	name string
	// env is its part of the environment.
	env func(*Home) []string
	// files are its configuration, by path below HOME.
	files func(*Home) map[string]string
	// place puts a recorded file into its store.
	place func(h *Home, file string) (Session, error)
	// resume is the command line that continues a session headless.
	resume func(session Session, prompt string) []string
}

func clis() []cli { return []cli{claude, codex} }

func findCLI(name string) (cli, error) {
	for _, known := range clis() {
		if known.name == name {
			return known, nil
		}
	}
	return cli{}, fmt.Errorf("the harness does not know the CLI %q", name)
}

// write makes a file and the folders above it, for its owner alone.
func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
