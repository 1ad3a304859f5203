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

// BuildPrograms builds what the tests of e2e run, with the race detector and without, so that no test waits for a
// compiler.
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

// built is the path of the stead that this process tests.
var built = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("STEAD_BIN"); path != "" {
		return filepath.Abs(path)
	}
	return build("stead", "./cmd/stead", raced)
})

// raced says that the programs of the project have the race detector.
var raced = false

// WithRaces has the tests of a package run programs with the race detector, where there is the C compiler that it
// needs: it finds races of whatever is at work in a run. Call it before [Main].
func WithRaces() {
	compiler, err := goCommand(".", "env", "CC")
	if err == nil {
		_, err = exec.LookPath(strings.TrimSpace(compiler))
	}
	raced = err == nil
}

// builtHub is the path of the hub that this process tests.
var builtHub = sync.OnceValues(func() (string, error) { return build("stead-hub", "./cmd/stead-hub", raced) })

// builtNATS is the path of a server of a cluster. Its races are its own project's to find.
var builtNATS = sync.OnceValues(func() (string, error) {
	return build("nats-server", "github.com/nats-io/nats-server/v2", false)
})

// HubBinary is the path of a stead-hub that is built from the sources, as that of [SteadBinary] is.
func HubBinary() (string, error) { return builtHub() }

// NATSBinary is the path of a nats-server of the version that the hub is made of, built from its sources without the
// race detector.
func NATSBinary() (string, error) { return builtNATS() }

// SteadBinary is the path of the stead under test: that of STEAD_BIN, else
// one that is built from the sources, with the race detector after
// [WithRaces]. The tests of all packages share one of each kind.
func SteadBinary() (string, error) { return built() }

// Main runs a package's tests, more at once than there are processors: half
// of a CLI's time is waiting. go test runs some packages at once, too.
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

// build builds a program of a package: one of the project's, or of a module that it uses.
func build(program, of string, raced bool) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	race := fmt.Sprintf("-race=%t", raced)
	// Of all packages: a function's body in one of them changes no other's id.
	id, err := goCommand(root, "list", "-deps", "-export", "-f", "{{.BuildID}}", race, of)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(id))
	// tests know its processes by that name
	path := filepath.Join(root, ".cache", "stead", hex.EncodeToString(sum[:8]), program)
	if err := lookAtSources(root); err != nil {
		return "", err
	}
	return path, underLock(path, func() error {
		_, err := goCommand(root, "build", race, "-o", path, of)
		return err
	})
}

// underLock makes a program in a folder of its own unless it exists, in one process at a time, and removes the folders
// beside that one that were made over a day ago.
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

// lookAtSources makes the program's sources inputs of the test. go test repeats an old result while the test and the
// files that it looked at are as they were, and does not see what a command that the test runs looks at.
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
