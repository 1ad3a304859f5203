package harness

import (
	"context"
	"os"
	"testing"
	"time"

	"stead/e2e/provider"
)

// patience is the maximum time for a program of a test. The slowest start that was observed takes some 4 seconds, but
// more than 90 on a very busy machine.
const patience = 5 * time.Minute

// Environment is a home with a provider, for one test. Its methods fail the test if those of [Home] return an error.
type Environment struct {
	*Home
	Provider *provider.Provider
	// Patience is the maximum time for a program.
	Patience time.Duration

	t testing.TB
}

// New makes the environment of a test whose model answers by steps. A request that the provider does not understand
// fails the test at its end.
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
// which contains the test's name: the path of a socket has at most 107 bytes, and Chromium's lies deep below HOME.
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

// Context returns a context that ends with the test, or after [Environment.Patience].
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

// Start starts a program in Work and does not wait for it. At the end of the test, remaining processes are killed.
func (g *Environment) Start(name string, args ...string) *Process {
	g.t.Helper()
	process, err := Start(g.Context(), g.Command("", name, args...))
	if err != nil {
		g.t.Fatal(err)
	}
	return process
}

// Wait waits for the end of a started program.
func (g *Environment) Wait(process *Process) Result {
	g.t.Helper()
	result, err := process.Wait()
	if err != nil {
		g.t.Fatal(err)
	}
	return result
}

// Resume continues a session in its own CLI, which must succeed.
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

// SteadPath returns the path from [SteadBinary], for [Environment.Start] and [Home.Command].
func (g *Environment) SteadPath() string {
	g.t.Helper()
	path, err := SteadBinary()
	if err != nil {
		g.t.Fatal(err)
	}
	return path
}

// Turns returns the requests of the conversation so far. It fails the test if there are none.
func (g *Environment) Turns() []provider.Request {
	g.t.Helper()
	turns := g.Provider.Turns()
	if len(turns) == 0 {
		g.t.Fatal("no request of a conversation has reached the provider")
	}
	return turns
}

// Records returns a session's records as its CLI stores them, one per line.
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
