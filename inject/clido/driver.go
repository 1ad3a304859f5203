// Package clido drives clido: how to start it on a session, and how it shows which session it opened. All facts are
// from the source of v1.0.15; the program was never run.
package clido

import (
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/clido"
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Driver implements inject.Driver.
type Driver struct{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return clido.Info() }

// Program implements inject.Driver. A to-do list program has the same name; its major version is 0.
func (Driver) Program() inject.Program {
	return inject.Program{
		Names: []string{"clido"}, Install: "cargo install --git https://github.com/clido-ai/clido-cli",
		Recognizes: func(answer string) bool {
			version, ok := strings.CutPrefix(answer, "clido ")
			return ok && !strings.HasPrefix(version, "0.")
		},
	}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return clido.Root(host) }

// Window is the window of clido's default model, Claude Sonnet, less the space for an answer and the instructions.
func (Driver) Window(string) int64 { return 160_000 }

// Configured returns nothing, because clido's sessions name neither provider nor model.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by the exact id, in the session's own folder. --resume-ignore-stale turns off the check whether files
// have changed since the session, which the page describes. The check would end a headless run. Sessions that stead
// writes have nothing to check, but those that clido wrote may. An unknown id is a usage error.
func (Driver) Command(l inject.Launch) inject.Command {
	c := inject.Command{Strict: true, Arguments: []string{"--resume", l.Session.ID, "--resume-ignore-stale", "--workdir",
		l.Session.Dir}}
	if l.Headless {
		c.Arguments = append(c.Arguments, "--output-format", "stream-json")
	}
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", l.Model)
	}
	if l.Headless && len(l.Prompt) <= inject.MaxArgument {
		c.Arguments = append(c.Arguments, "-p")
	}
	if l.Allow == inject.Everything {
		c.Arguments = append(c.Arguments, "--permission-mode", "accept-all") // no mode for edits alone is known
	}
	c.Arguments = append(c.Arguments, l.Arguments...)
	switch {
	case l.Prompt == "":
	case !l.Headless:
		// With a prompt as an argument, clido would answer it and exit.
		c.Typed = composer.Of(l.Prompt)
	case len(l.Prompt) <= inject.MaxArgument:
		c.Arguments = append(c.Arguments, "--", l.Prompt)
	default:
		c.Input = l.Prompt // clido reads it if there is neither -p nor a terminal
	}
	return c
}

var composer = inject.Typing{Settle: 2 * time.Second, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the init event, the first of the event stream.
func (Driver) Announced(line []byte) (string, bool) { return inject.InitSession(line) }

// Failure reads the result event, the last of the event stream.
func (Driver) Failure(line []byte) (string, bool) {
	message, failed := inject.FailedResult(line)
	if !failed || message != "" {
		return message, failed
	}
	return "clido ended with " + jsonl.Value(line).Get("exit_status").String(), true
}

// Opened implements inject.Driver. Clido leaves no sign of the session that it has open.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
