// Package setup assembles what a verb works with: the process that runs it, the user's settings, the machine with its
// sessions and runs, and the use cases.
package setup

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"stead/cmd/stead/cli/term"
	"stead/internal/sys/dirs"
	"stead/internal/sys/process"
)

// Errand is the prefix of the environment variables that a node sets for a verb that it runs for another machine.
// Programs started by the verb do not get them.
const Errand = "STEAD_ERRAND_"

// IsErrand reports whether a node runs this verb, either for another machine or for a run that waited for a machine.
func (p *Process) IsErrand() bool {
	return slices.ContainsFunc(p.Environ, func(variable string) bool { return strings.HasPrefix(variable, Errand) })
}

// Process is the environment of a command: its arguments, folder, variables and streams.
type Process struct {
	// Args are the arguments, without the program's name.
	Args []string
	// Environ is the environment, each NAME=value.
	Environ []string
	// Dir is the current folder as the user sees it, without symbolic links resolved.
	Dir string
	// Term is the terminal of the command's user.
	Term *term.Terminal

	closing sync.Mutex
	closers []func()
}

// ThisProcess returns the current process.
func ThisProcess() *Process {
	dir, err := os.Getwd()
	if err != nil {
		dir = "." // the folder was deleted; code that needs it will report that
	}
	return NewProcess(os.Args[1:], os.Environ(), dir, os.Stdin, os.Stdout, os.Stderr)
}

// NewProcess returns a process with these arguments, environment, folder and streams.
func NewProcess(args, environment []string, dir string, in, out, err *os.File) *Process {
	return &Process{Args: args, Environ: environment, Dir: dir,
		Term: term.New(in, out, err, environment)}
}

// Behind returns the arguments after a verb.
func (p *Process) Behind(verb string) []string {
	at := slices.Index(p.Args, verb)
	return p.Args[at+1:]
}

// Getenv returns a variable of the environment.
func (p *Process) Getenv(name string) string { return process.Variable(p.Environ, name) }

// Home returns the user's home folder. It is empty if it is unknown.
func (p *Process) Home() string {
	if home := p.Getenv("HOME"); home != "" {
		return home
	}
	if u, err := user.Current(); err == nil {
		return u.HomeDir
	}
	return ""
}

// Folder returns the current folder by the path that the user took to it, if the shell reports that path.
func (p *Process) Folder() string {
	if logical := p.Getenv("PWD"); filepath.IsAbs(logical) && sameFile(logical, p.Dir) {
		return logical
	}
	return p.Dir
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// OwnProgram returns how other programs start this one: by its name if PATH leads to it, so that this stays valid after
// an update, or else by its path.
func (p *Process) OwnProgram() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	if found, err := p.LookPath(filepath.Base(own)); err == nil && sameFile(found, own) {
		return filepath.Base(own), nil
	}
	return own, nil
}

// LookPath finds a program in this environment's PATH. The error is exec.ErrNotFound.
func (p *Process) LookPath(name string) (string, error) {
	for _, folder := range filepath.SplitList(p.Getenv("PATH")) {
		if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil && filepath.IsAbs(found) {
			return found, nil
		}
	}
	return "", exec.ErrNotFound
}

// Expand replaces ~ by the user's home.
func (p *Process) Expand(path string) string { return dirs.ExpandTilde(path, p.Home()) }

// Path returns the absolute form of a path from the user.
func (p *Process) Path(path string) string {
	if path = p.Expand(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.Folder(), path)
}

// Tilde returns a path with ~ in place of the user's home.
func (p *Process) Tilde(path string) string { return dirs.ShortenTilde(path, p.Home()) }

// OnClose registers a function to call when the command ends.
func (p *Process) OnClose(do func()) {
	p.closing.Lock()
	defer p.closing.Unlock()
	p.closers = append(p.closers, do)
}

// Close calls the registered functions, once.
func (p *Process) Close() {
	p.closing.Lock()
	defer p.closing.Unlock()
	for _, do := range p.closers {
		do()
	}
	p.closers = nil
}
