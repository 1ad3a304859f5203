package harness

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// built is the stead of this test binary.
var built struct {
	once   sync.Once
	folder string
	path   string
	err    error
}

// SteadBinary is the path of the stead under test: that of STEAD_BIN, else
// one that is built once per test binary, with the race detector where the
// tests have it. A package that uses it calls [Main] from its TestMain.
func SteadBinary() (string, error) {
	built.once.Do(func() { built.path, built.err = buildStead() })
	return built.path, built.err
}

// Main runs a package's tests and removes what SteadBinary built.
func Main(m *testing.M) int {
	defer func() {
		if built.folder != "" {
			_ = os.RemoveAll(built.folder)
		}
	}()
	return m.Run()
}

func buildStead() (string, error) {
	if path := os.Getenv("STEAD_BIN"); path != "" {
		return filepath.Abs(path)
	}
	root, err := Root()
	if err != nil {
		return "", err
	}
	if built.folder, err = os.MkdirTemp("", "stead-e2e-"); err != nil {
		return "", err
	}
	path := filepath.Join(built.folder, "stead")
	args := []string{"build", "-o", path}
	if raceDetector {
		args = append(args, "-race")
	}
	command := exec.Command("go", append(args, "./cmd/stead")...)
	command.Dir = root
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build stead: %w\n%s", err, output)
	}
	return path, lookAtSources(root)
}

// lookAtSources makes the program's sources inputs of the test. go test repeats an old result while the test and the files that
// it looked at are as they were, and does not see what a command that the test runs looks at.
func lookAtSources(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case filepath.Ext(path) == ".go" || entry.Name() == "go.mod":
			_, err = os.Stat(path)
		}
		return err
	})
}
