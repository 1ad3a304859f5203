package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// BuildPrograms builds the programs for the tests of e2e, with and without the race detector, so that no test waits for
// a compiler.
func BuildPrograms() error {
	WithRaces()
	if _, err := build("stead", "./cmd/stead", raced); err != nil {
		return err
	}
	for _, program := range []string{"stead", "stead-hub"} {
		if _, err := build(program, "./cmd/"+program, false); err != nil {
			return err
		}
	}
	_, err := builtNATS()
	return err
}

// built returns the path of the stead under test.
var built = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("STEAD_BIN"); path != "" {
		return filepath.Abs(path)
	}
	return build("stead", "./cmd/stead", raced)
})

// raced says that the project's programs have the race detector.
var raced = false

// WithRaces makes the tests of a package run programs with the race detector, if the C compiler that it needs is
// available: it finds races in everything that takes part in a run. Call it before [Main].
func WithRaces() {
	compiler, err := goCommand(".", "env", "CC")
	if err == nil {
		_, err = exec.LookPath(strings.TrimSpace(compiler))
	}
	raced = err == nil
}

// builtHub returns the path of the hub under test.
var builtHub = sync.OnceValues(func() (string, error) { return build("stead-hub", "./cmd/stead-hub", raced) })

// builtNATS returns the path of a server of a cluster. It has no race detector: its races are for its own project to
// find.
var builtNATS = sync.OnceValues(func() (string, error) {
	return build("nats-server", "github.com/nats-io/nats-server/v2", false)
})

// HubBinary returns the path of a stead-hub built from the sources, like that of [SteadBinary].
func HubBinary() (string, error) { return builtHub() }

// NATSBinary returns the path of a nats-server of the same version as in the hub, built from its sources without the
// race detector.
func NATSBinary() (string, error) { return builtNATS() }

// SteadBinary returns the path of the stead under test: that in STEAD_BIN, or else one built from the sources, with the
// race detector after [WithRaces]. The tests of all packages share one of each kind.
func SteadBinary() (string, error) { return built() }

// Main runs a package's tests, with more tests in parallel than there are processors: half of a CLI's time is waiting.
// go test also runs some packages in parallel.
func Main(m *testing.M) int {
	flag.Parse()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.parallel" })
	if !chosen {
		if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	return m.Run()
}

// build builds a program: one of the project's, or one of a module that the project uses.
func build(program, of string, raced bool) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	race := fmt.Sprintf("-race=%t", raced)
	// Use the build ids of all packages: changing a function's body in one of them does not change the id of another.
	id, err := goCommand(root, "list", "-deps", "-export", "-f", "{{.BuildID}}", race, of)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(id))
	// Tests recognize its processes by that name.
	path := filepath.Join(root, ".cache", "stead", hex.EncodeToString(sum[:8]), program)
	if err := lookAtSources(root); err != nil {
		return "", err
	}
	return path, underLock(path, func() error {
		_, err := goCommand(root, "build", race, "-o", path, of)
		return err
	})
}

// underLock makes a program in its own folder unless it exists, in one process at a time. It removes sibling folders
// that are more than a day old.
func underLock(path string, build func() error) error {
	folder := filepath.Dir(filepath.Dir(path))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("lock %s: %w", lock.Name(), err)
	}
	if isFile(path) {
		return nil
	}
	removeOlder(folder, time.Now().Add(-24*time.Hour))
	return build()
}

func removeOlder(folder string, limit time.Time) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.IsDir() && info.ModTime().Before(limit) {
			_ = os.RemoveAll(filepath.Join(folder, entry.Name()))
		}
	}
}

func goCommand(root string, args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Dir = root
	output, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return string(output), nil
}

// lookAtSources makes the program's sources inputs of the test. go test reuses an old result while the test and the
// files that it has read are unchanged, and does not see the files that the test's commands read.
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
