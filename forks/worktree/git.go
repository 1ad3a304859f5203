package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"stead/internal/plain"
	"stead/internal/process"
)

// git runs the git program in one place.
type git struct {
	// dir is where it is run.
	dir string
	// repository is set for stead's own repository, which is not found from dir.
	repository string
	// index is the index file to use in place of the working tree's own.
	index string
	// identity is what its commits are made by beside the user's settings, NAME=value.
	identity []string
	// hooks has the user's hooks run.
	hooks bool
}

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

// waitDelay is how long git may take to clean up when it is told to end.
const waitDelay = 5 * time.Second

// failure is what git said when it failed.
type failure struct {
	command string
	code    int
	said    string
}

// Error is in git's own words, as one line.
func (f *failure) Error() string {
	said := plain.Fit(plain.Line(f.said), 600)
	if said == "" {
		said = fmt.Sprintf("exit status %d", f.code)
	}
	return "git " + f.command + ": " + said
}

// codeOf returns git's exit code: 0 without an error, -1 when git did not come to its end.
func codeOf(err error) int {
	if err == nil {
		return 0
	}
	if f := (*failure)(nil); errors.As(err, &f) {
		return f.code
	}
	return -1
}

// run runs git to its end. Errors are of type *failure, or ctx's cause.
func (g git) run(ctx context.Context, input io.Reader, output io.Writer, arguments ...string) error {
	command := exec.CommandContext(ctx, "git", append(g.options(), arguments...)...)
	command.Dir, command.Env, command.WaitDelay = g.dir, g.environ(), waitDelay
	command.Stdin, command.Stdout = input, output
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
	if errors.Is(err, fs.ErrNotExist) && !exists(g.dir) {
		return fmt.Errorf("%w: %s", ErrGone, g.dir)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return &failure{arguments[0], exit.ExitCode(), said.String()}
	}
	return err
}

func (g git) options() []string {
	options := make([]string, 0, 2*len(settings)+4)
	for _, setting := range settings {
		options = append(options, "-c", setting)
	}
	if !g.hooks {
		options = append(options, "-c", "core.hooksPath="+os.DevNull)
	}
	if g.repository != "" {
		options = append(options, "--git-dir="+g.repository, "--work-tree="+g.dir)
	}
	return options
}

// line returns what git answers, without the end of its line.
func (g git) line(ctx context.Context, arguments ...string) (string, error) {
	var output bytes.Buffer
	err := g.run(ctx, nil, &output, arguments...)
	return strings.TrimSuffix(output.String(), "\n"), err
}

// list returns what git lists with -z.
func (g git) list(ctx context.Context, arguments ...string) ([]string, error) {
	var output bytes.Buffer
	if err := g.run(ctx, nil, &output, arguments...); err != nil {
		return nil, err
	}
	return fields(output.String()), nil
}

// fields splits what is separated by NUL.
func fields(text string) []string {
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

// at returns git in a repository as [Snapshot.Repository] names it.
func at(ctx context.Context, repository string) git {
	g := git{dir: repository}
	if !isRepository(repository) {
		return g
	}
	if dir, err := g.line(ctx, "config", "core.worktree"); err == nil && dir != "" {
		return git{dir: dir, repository: repository}
	}
	return g
}
