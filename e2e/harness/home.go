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

// Home is a home folder in which every CLI talks to the provider and never asks anything.
type Home struct {
	// Dir is HOME.
	Dir string
	// Work is the project folder, trusted by every CLI.
	Work string
	// Bin is the first folder of PATH. It contains links to the CLIs and to Node. A test may remove a link or replace it
	// by its own program.
	Bin string

	provider string
	compiled string
}

// NewHome makes a home in dir, which must exist, for a provider at the given base address. The pinned CLIs must be
// installed (scripts/clis).
func NewHome(dir, provider string) (*Home, error) {
	// Claude Code names a project's folder after the real path.
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("make a home: %w", err)
	}
	root, err := Root()
	if err != nil {
		return nil, err
	}
	h := &Home{
		Dir:      filepath.Join(dir, "home"),
		Work:     filepath.Join(dir, "work"),
		Bin:      filepath.Join(dir, "bin"),
		provider: provider,
		compiled: filepath.Join(root, ".cache", "compiled"),
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

// linkPrograms fills Bin with links to the CLIs and to the pinned Node, because some CLIs need a newer Node than many
// machines have.
func (h *Home) linkPrograms() error {
	node, err := pinned("node")
	if err == nil {
		err = h.link("node", node)
	}
	for _, known := range CLIs() {
		if err != nil {
			return err
		}
		if known.program != "" && (known.built == "" || Installed(known.Name)) {
			err = h.linkProgram(known)
		}
	}
	return err
}

func (h *Home) linkProgram(known CLI) error {
	path, err := known.source()
	if err != nil {
		return err
	}
	return h.link(known.program, path)
}

func (h *Home) link(name, program string) error {
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("the pinned %s is not installed: run scripts/clis, or make test: %w", name, err)
	}
	return os.Symlink(program, filepath.Join(h.Bin, name))
}

// pinned returns the path of a program that npm has installed: in the folder from STEAD_CLIS, or else in .cache/clis.
func pinned(name string) (string, error) {
	folder := os.Getenv("STEAD_CLIS")
	if folder == "" {
		root, err := Root()
		if err != nil {
			return "", err
		}
		folder = filepath.Join(root, ".cache", "clis")
	}
	return filepath.Abs(filepath.Join(folder, "node_modules", ".bin", name))
}

// Root returns the project's folder: the nearest one above the working folder that contains go.mod.
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

// temporary returns TMPDIR. Codex 0.169.0 warns if its home is inside the temporary folder, so the temporary folder is
// inside the home.
func (h *Home) temporary() string { return filepath.Join(h.Dir, "tmp") }

// noSleep keeps a stead with the race detector from sleeping for a second at its end, in which a race could still show.
const noSleep = "atexit_sleep_ms=0"

// Env returns the complete environment of a program in this home.
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
		"GORACE=" + noSleep,
		"NODE_COMPILE_CACHE=" + h.compiled, // shared by all homes: Gemini CLI starts in three quarters of the time
		"STEAD_PAUSE=false",                // nobody presses a key
	}
	for _, known := range CLIs() {
		if known.env != nil {
			env = append(env, known.env(h)...)
		}
	}
	return env
}

// Command prepares a program from PATH to run in a folder of this home. An empty folder means Work. PWD names the
// folder, as in every shell.
func (h *Home) Command(dir, name string, args ...string) *exec.Cmd {
	if dir == "" {
		dir = h.Work
	}
	command := exec.Command(h.lookPath(name), args...)
	command.Dir, command.Env = dir, append(h.Env(), "PWD="+dir)
	return command
}

// lookPath finds a program in the home's PATH rather than in that of the test.
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
	for _, known := range CLIs() {
		if known.files == nil {
			continue
		}
		for name, content := range known.files(h) {
			if err := write(filepath.Join(h.Dir, name), []byte(content)); err != nil {
				return fmt.Errorf("configure %s: %w", known.Name, err)
			}
		}
	}
	return nil
}
