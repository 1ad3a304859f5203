// Package git runs the git program, 2.30 or newer, in a folder. It uses the user's settings except those that would
// have a side effect. Where an index must be changed, it uses a separate one, and where git itself cannot run twice, a
// lock.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"stead/internal/sys/process"
	"stead/internal/term/plain"
)

// Dir runs the git program in one folder.
type Dir struct {
	// Path is the folder.
	Path string
	// Repository is set for stead's own repository, which is not found from Path.
	Repository string
	// Index is the index file to use in place of the working tree's own.
	Index string
	// identity is what its commits are made by beside the user's settings, NAME=value.
	identity []string
	// Hooks has the user's hooks run.
	Hooks bool
	// Held is inherited by each git, and what that starts. Nil for none.
	Held *os.File
	// Wary is for what comes from another machine: nothing is fetched for it, and its files may have no name that stands
	// for .git on any system.
	Wary bool
	// objects takes new objects in place of the repository's own folder, which is read, too.
	objects, own string
}

// ErrGone says that the folder, or the repository that it was in, is there no more.
var ErrGone = errors.New("the folder is gone")

// settings replace those of the user's which would have a side effect, or make git ask.
var settings = []string{
	"core.fsmonitor=false",   // else a daemon is started in the user's repository
	"core.splitIndex=false",  // else a shared index is written beside the user's
	"core.safecrlf=false",    // what git says of line ends is nobody's concern here
	"gc.auto=0",              // nothing goes on in the background
	"maintenance.auto=false", // the same
	"submodule.recurse=false",
	"advice.detachedHead=false",
	"checkout.workers=0",            // as many as there are processors
	"core.filesRefLockTimeout=5000", // ms: several trees are made and removed at once
	"core.packedRefsTimeout=10000",  // ms
}

// waitDelay is how long git may take to clean up when it is asked to end.
const waitDelay = 5 * time.Second

// Failure is what git said when it failed.
type Failure struct {
	command string
	code    int
	Said    string
}

// Error is in git's own words, as one line.
func (f *Failure) Error() string {
	said := plain.Fit(plain.Line(f.Said), 600)
	if said == "" {
		said = fmt.Sprintf("exit status %d", f.code)
	}
	return "git " + f.command + ": " + said
}

// CodeOf returns git's exit code: 0 without an error, -1 when git did not come to its end.
func CodeOf(err error) int {
	if err == nil {
		return 0
	}
	if f := (*Failure)(nil); errors.As(err, &f) {
		return f.code
	}
	return -1
}

// Run runs git to its end. Errors are of type *Failure, or ctx's cause.
func (g Dir) Run(ctx context.Context, input io.Reader, output io.Writer, arguments ...string) error {
	command := exec.CommandContext(ctx, "git", append(g.options(), arguments...)...)
	command.Dir, command.Env, command.WaitDelay = g.Path, g.environ(), waitDelay
	command.Stdin, command.Stdout = input, output
	if g.Held != nil {
		command.ExtraFiles = []*os.File{g.Held}
	}
	var said bytes.Buffer
	command.Stderr = &said
	process.Group(command, syscall.SIGTERM)
	defer process.DieTogether(command, syscall.SIGTERM)()
	err := command.Run()
	if cause := context.Cause(ctx); cause != nil && err != nil {
		return cause
	}
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("git is needed for worktrees: install git 2.30 or newer: %w", err)
	}
	if errors.Is(err, fs.ErrNotExist) && !isThere(g.Path) {
		return fmt.Errorf("%w: %s", ErrGone, g.Path)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return &Failure{arguments[0], exit.ExitCode(), said.String()}
	}
	return err
}

func (g Dir) options() []string {
	options := make([]string, 0, 2*len(settings)+4)
	for _, setting := range settings {
		options = append(options, "-c", setting)
	}
	if !g.Hooks {
		options = append(options, "-c", "core.hooksPath="+os.DevNull)
	}
	if g.Wary {
		options = append(options, "-c", "core.protectHFS=true", "-c", "core.protectNTFS=true")
	}
	if g.Repository != "" {
		options = append(options, "--git-dir="+g.Repository, "--work-tree="+g.Path)
	}
	return options
}

// Line returns what git answers, without the end of its line.
func (g Dir) Line(ctx context.Context, arguments ...string) (string, error) {
	var output bytes.Buffer
	err := g.Run(ctx, nil, &output, arguments...)
	return strings.TrimSuffix(output.String(), "\n"), err
}

// List returns what git lists with -z.
func (g Dir) List(ctx context.Context, arguments ...string) ([]string, error) {
	var output bytes.Buffer
	if err := g.Run(ctx, nil, &output, arguments...); err != nil {
		return nil, err
	}
	return Fields(output.String()), nil
}

// Fields splits what is separated by NUL.
func Fields(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}

// isRepository is the folder of a repository itself, rather than a working tree.
func isRepository(dir string) bool {
	_, noHead := os.Stat(dir + "/HEAD")
	_, noObjects := os.Stat(dir + "/objects")
	return noHead == nil && noObjects == nil
}

// At returns git in a repository as a snapshot names it.
func At(ctx context.Context, repository string) Dir {
	g := Dir{Path: repository}
	if !isRepository(repository) {
		return g
	}
	if dir, err := g.Line(ctx, "config", "core.worktree"); err == nil && dir != "" {
		return Dir{Path: dir, Repository: repository}
	}
	return g
}

// Head returns the commit that is checked out, or nothing before the first one.
func (g Dir) Head(ctx context.Context) (string, error) {
	commit, err := g.Line(ctx, "rev-parse", "-q", "--verify", "HEAD^{commit}")
	if CodeOf(err) == 1 {
		return "", nil
	}
	return commit, err
}

// Folder returns a folder of the repository, as rev-parse names it: --git-dir is the working tree's own,
// --git-common-dir that of all.
func (g Dir) Folder(ctx context.Context, which string) (string, error) {
	dir, err := g.Line(ctx, "rev-parse", which)
	if err == nil && !filepath.IsAbs(dir) {
		dir = filepath.Join(g.Path, dir)
	}
	return dir, err
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
