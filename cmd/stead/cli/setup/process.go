// Package setup assembles what a verb works with: the process that runs it, the user's settings, the machine with its
// sessions and runs, and the use cases.
package setup

import (
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"stead/cmd/stead/cli/term"
	"stead/internal/sys/dirs"
	"stead/internal/sys/process"
)

// Errand begins the names of the variables that a node sets for a verb that it carries out for another machine. What
// the verb starts is told none of them.
const Errand = "STEAD_ERRAND_"

// IsErrand reports whether a node has this verb carried out, for another machine or for a run that waited for a
// machine.
func (p *Process) IsErrand() bool {
	return slices.ContainsFunc(p.Environ, func(variable string) bool { return strings.HasPrefix(variable, Errand) })
}

// Process is what a command is given of its process.
type Process struct {
	// Args are the arguments, without the program's name.
	Args []string
	// Environ is the environment, each NAME=value.
	Environ []string
	// Dir is the current folder, as the user sees it: links in it are not followed.
	Dir string
	// Term is where the command talks with its user.
	Term *term.Terminal

	closing sync.Mutex
	closers []func()
}

// ThisProcess returns the process that runs.
func ThisProcess() *Process {
	dir, err := os.Getwd()
	if err != nil {
		dir = "." // deleted under our feet; what needs the folder will say so
	}
	return NewProcess(os.Args[1:], os.Environ(), dir, os.Stdin, os.Stdout, os.Stderr)
}

// NewProcess returns a process with these arguments, environment, folder and streams.
func NewProcess(args, environment []string, dir string, in, out, err *os.File) *Process {
	return &Process{Args: args, Environ: environment, Dir: dir,
		Term: term.New(in, out, err, environment)}
}

// Behind returns the arguments behind a verb.
func (p *Process) Behind(verb string) []string {
	at := slices.Index(p.Args, verb)
	return p.Args[at+1:]
}

// Getenv returns a variable of the environment.
func (p *Process) Getenv(name string) string { return process.Variable(p.Environ, name) }

// Home is the user's home folder; empty when nobody says which.
func (p *Process) Home() string {
	if home := p.Getenv("HOME"); home != "" {
		return home
	}
	if u, err := user.Current(); err == nil {
		return u.HomeDir
	}
	return ""
}

// Folder is the current folder by the path through which the user came, where the shell says that.
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

// Expand puts the user's home in place of ~.
func (p *Process) Expand(path string) string { return dirs.ExpandTilde(path, p.Home()) }

// Path makes a path that the user has given absolute.
func (p *Process) Path(path string) string {
	if path = p.Expand(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.Folder(), path)
}

// Tilde returns a path with ~ in place of the user's home.
func (p *Process) Tilde(path string) string { return dirs.ShortenTilde(path, p.Home()) }

// OnClose has something done when the command is over.
func (p *Process) OnClose(do func()) {
	p.closing.Lock()
	defer p.closing.Unlock()
	p.closers = append(p.closers, do)
}

// Close does what is to be done when the command is over, once.
func (p *Process) Close() {
	p.closing.Lock()
	defer p.closing.Unlock()
	for _, do := range p.closers {
		do()
	}
	p.closers = nil
}
