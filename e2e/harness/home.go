package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// key is the dummy API key of every CLI.
const key = "dummy-key-for-the-loopback-provider"

// Home is a home folder in which every CLI talks to the provider and never
// asks anything.
type Home struct {
	// Dir is HOME.
	Dir string
	// Work is the project folder, trusted by every CLI.
	Work string
	// Bin is the first folder of PATH. It holds links to the pinned CLIs and
	// to Node, which a test may remove or replace by a program of its own.
	Bin string

	provider string
}

// NewHome makes a home in dir, which must exist, for a provider at the given
// base address. The pinned CLIs must be installed (scripts/clis).
func NewHome(dir, provider string) (*Home, error) {
	// Claude Code names a project's folder after the real path.
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("make a home: %w", err)
	}
	h := &Home{
		Dir:      filepath.Join(dir, "home"),
		Work:     filepath.Join(dir, "work"),
		Bin:      filepath.Join(dir, "bin"),
		provider: provider,
	}
	for _, folder := range []string{h.Work, h.Bin, h.temporary()} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, fmt.Errorf("make a home: %w", err)
		}
	}
	if err := h.linkPrograms(); err != nil {
		return nil, err
	}
	return h, h.configure()
}

// linkPrograms fills Bin. Linking Node alone keeps out what else stands in
// its folder, such as other versions of the CLIs.
func (h *Home) linkPrograms() error {
	node, err := exec.LookPath("node")
	if err != nil {
		return fmt.Errorf("node is not installed, and codex needs it: %w", err)
	}
	if err := os.Symlink(node, filepath.Join(h.Bin, "node")); err != nil {
		return err
	}
	root, err := Root()
	if err != nil {
		return err
	}
	for _, known := range clis() {
		program := filepath.Join(root, ".cache", "clis", "node_modules", ".bin", known.name)
		if _, err := os.Stat(program); err != nil {
			return fmt.Errorf("the pinned %s is not installed: run scripts/clis, or make test: %w", known.name, err)
		}
		if err := os.Symlink(program, filepath.Join(h.Bin, known.name)); err != nil {
			return err
		}
	}
	return nil
}

// Root is the project's folder: the nearest one above the working folder
// that holds go.mod.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("find the project's folder: no go.mod in the working folder or above it")
		}
		dir = parent
	}
}

func (h *Home) path() string {
	return strings.Join([]string{h.Bin, "/usr/bin", "/bin"}, string(os.PathListSeparator))
}

// temporary is TMPDIR. Codex 0.169.0 warns when its home is inside the
// temporary folder, so that one is inside the home.
func (h *Home) temporary() string { return filepath.Join(h.Dir, "tmp") }

// Env is the whole environment of a program in this home.
func (h *Home) Env() []string {
	env := []string{
		"PATH=" + h.path(),
		"HOME=" + h.Dir,
		"TMPDIR=" + h.temporary(),
		"TERM=xterm-256color",
		"LANG=C.UTF-8",
		"TZ=UTC",
		"SHELL=/bin/sh",
		"HTTP_PROXY=" + h.provider,
		"HTTPS_PROXY=" + h.provider,
		"NO_PROXY=127.0.0.1,localhost",
	}
	for _, known := range clis() {
		env = append(env, known.env(h)...)
	}
	return env
}

// Command prepares a program of PATH to run in a folder of this home; an
// empty folder means Work.
func (h *Home) Command(dir, name string, args ...string) *exec.Cmd {
	if dir == "" {
		dir = h.Work
	}
	command := exec.Command(h.lookPath(name), args...)
	command.Dir, command.Env = dir, h.Env()
	return command
}

// lookPath finds a program in the home's PATH rather than in the test's.
func (h *Home) lookPath(name string) string {
	for _, folder := range filepath.SplitList(h.path()) {
		if path := filepath.Join(folder, name); isFile(path) {
			return path
		}
	}
	return name
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// configure writes the configuration of every CLI.
func (h *Home) configure() error {
	for _, known := range clis() {
		for name, content := range known.files(h) {
			if err := write(filepath.Join(h.Dir, name), []byte(content)); err != nil {
				return fmt.Errorf("configure %s: %w", known.name, err)
			}
		}
	}
	return nil
}
