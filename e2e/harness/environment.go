package harness

import (
	"context"
	"os"
	"testing"
	"time"

	"stead/e2e/provider"
)

// patience is the longest that a program of a test may take. The slowest
// start that was seen is some 4 seconds, and more than 90 on a machine with
// much else to do.
const patience = 5 * time.Minute

// Environment is a home with a provider, for one test. Its methods fail the test
// where those of [Home] return an error.
type Environment struct {
	*Home
	Provider *provider.Provider
	// Patience is the longest that a program may take.
	Patience time.Duration

	t testing.TB
}

// New makes the ground for a test whose model answers by steps. A request
// that the provider does not understand fails the test at its end.
func New(t testing.TB, steps ...provider.Step) *Environment {
	t.Helper()
	p, err := provider.Start(steps...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close the provider: %v", err)
		}
		if err := p.Problems(); err != nil {
			t.Errorf("requests that the provider did not understand: %v", err)
		}
	})
	home, err := NewHome(folder(t), p.URL())
	if err != nil {
		t.Fatal(err)
	}
	return &Environment{Home: home, Provider: p, Patience: patience, t: t}
}

// folder makes a temporary folder that is removed at the end of the test. Its path is short, unlike that of t.TempDir,
// which has the test's name in it: the path of a socket has at most 107 bytes, and Chromium's lies deep below HOME.
func folder(t testing.TB) string {
	t.Helper()
	path, err := os.MkdirTemp("", "stead-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(path); err != nil {
			t.Errorf("remove what the test has left: %v", err)
		}
	})
	return path
}

// Context ends when the test does or a program has taken far too long.
func (g *Environment) Context() context.Context {
	ctx, cancel := context.WithTimeout(g.t.Context(), g.Patience)
	g.t.Cleanup(cancel)
	return ctx
}

// Place puts a recorded session into its CLI's store.
func (g *Environment) Place(cli, name string) Session {
	g.t.Helper()
	session, err := g.Home.Place(cli, name)
	if err != nil {
		g.t.Fatal(err)
	}
	return session
}

// Run runs a program to its end.
func (g *Environment) Run(name string, args ...string) Result {
	g.t.Helper()
	result, err := g.Home.Run(g.Context(), name, args...)
	if err != nil {
		g.t.Fatal(err)
	}
	return result
}

// Start starts a program in Work and does not wait for it. What is left of
// it at the end of the test is killed.
func (g *Environment) Start(name string, args ...string) *Process {
	g.t.Helper()
	process, err := Start(g.Context(), g.Command("", name, args...))
	if err != nil {
		g.t.Fatal(err)
	}
	return process
}

// Wait waits for a started program's end.
func (g *Environment) Wait(process *Process) Result {
	g.t.Helper()
	result, err := process.Wait()
	if err != nil {
		g.t.Fatal(err)
	}
	return result
}

// Resume continues a session in its own CLI and demands that this succeeds.
func (g *Environment) Resume(session Session, prompt string) Result {
	g.t.Helper()
	result, err := g.Home.Resume(g.Context(), session, prompt)
	if err != nil {
		g.t.Fatal(err)
	}
	if result.Code != 0 {
		g.t.Fatalf("%s did not resume %s: exit %d\n%s%s", session.CLI, session.ID, result.Code, result.Stdout, result.Stderr)
	}
	return result
}

// Stead runs stead to its end.
func (g *Environment) Stead(args ...string) Result {
	g.t.Helper()
	return g.Run(g.SteadPath(), args...)
}

// SteadPath is the path of the stead that [SteadBinary] names, for
// [Environment.Start] and [Home.Command].
func (g *Environment) SteadPath() string {
	g.t.Helper()
	path, err := SteadBinary()
	if err != nil {
		g.t.Fatal(err)
	}
	return path
}

// Turns are the requests of the conversation so far; none fails the test.
func (g *Environment) Turns() []provider.Request {
	g.t.Helper()
	turns := g.Provider.Turns()
	if len(turns) == 0 {
		g.t.Fatal("no request of a conversation has reached the provider")
	}
	return turns
}

// Records are a session's records as its CLI keeps them, a line each.
func (g *Environment) Records(session Session) []byte {
	g.t.Helper()
	read := Of(session.CLI).records
	if read == nil {
		return g.Read(session.Path)
	}
	lines, err := read(session)
	if err != nil {
		g.t.Fatal(err)
	}
	return lines
}

// Read returns the bytes of a file.
func (g *Environment) Read(path string) []byte {
	g.t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		g.t.Fatal(err)
	}
	return content
}
