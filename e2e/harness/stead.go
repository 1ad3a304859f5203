package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	return path, nil
}
