// Package kimicli drives Kimi CLI, the Python program: how to start it on a session, and how it shows which session it
// opened.
package kimicli

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/inject"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// Driver implements inject.Driver and inject.SessionStarter.
type Driver struct{}

var _ inject.SessionStarter = Driver{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return format.Info() }

// Program implements inject.Driver. Kimi Code shares the name kimi, and renames this program to kimi-legacy when it is
// installed. Kimi Code answers with nothing but its version.
func (Driver) Program() inject.Program {
	return inject.Program{
		Names: []string{"kimi-legacy", "kimi-cli", "kimi"}, Install: "pip install kimi-cli==" + format.TestedVersion,
		Recognizes: func(answer string) bool { return strings.HasPrefix(answer, "kimi, version ") },
	}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return format.Root(host) }

// Window is 262,144 tokens, less the 50,000 before the end at which the CLI compacts, and its own instructions and
// tools.
func (Driver) Window(string) int64 { return 190_000 }

// Configured returns nothing: sessions name no model, and the configured model can continue any of them.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by id in the session's own folder. With a prompt as an argument, the terminal program would exit
// after it. The command is not strict: the CLI creates a new session if it does not find the id.
func (Driver) Command(l inject.Launch) inject.Command {
	c := inject.Command{Arguments: []string{"--session", l.Session.ID}, Environment: []string{"KIMI_CLI_NO_AUTO_UPDATE=1"}}
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", l.Model)
	}
	switch {
	case l.Headless && len(l.Prompt) > inject.MaxArgument:
		c.Arguments = append(c.Arguments, "--print", "--output-format", "stream-json")
		c.Input = l.Prompt // the CLI trims the white space around it
	case l.Headless:
		c.Arguments = append(c.Arguments, "--print", "--output-format", "stream-json", "--prompt="+l.Prompt)
	case l.Prompt != "":
		c.Typed = composer.Of(l.Prompt)
	}
	if l.Allow == inject.Everything && !l.Headless {
		// a headless run never asks anyway, and there is no mode in between
		c.Arguments = append(c.Arguments, "--yolo")
	}
	c.Arguments = append(c.Arguments, l.Arguments...)
	return c
}

// Begin implements inject.SessionStarter. The CLI creates a new session if it does not find the id.
func (d Driver) Begin(l inject.Launch) inject.Command { return d.Command(l) }

var composer = inject.Typing{Ready: "context:", Settle: time.Second, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced finds nothing, because the event stream names no session. The proof is that the session's own context
// grows.
func (Driver) Announced([]byte) (string, bool) { return "", false }

// Failure finds nothing, because the CLI reports errors outside of the event stream.
func (Driver) Failure([]byte) (string, bool) { return "", false }

// Opened reads the session's context: as soon as the CLI has read a history without its system prompt, it inserts the
// prompt. If it did not find the history, only the prompt is left.
func (Driver) Opened(store adapter.Store, wanted string, _ func(int) bool) (string, bool) {
	paths, err := filepath.Glob(filepath.Join(format.SessionsFolder(store.Root), "*", wanted))
	if err != nil || len(paths) != 1 {
		return "", false
	}
	file, err := regular.Open(format.ContextPath(paths[0]))
	if err != nil {
		return "", false
	}
	defer file.Close()
	lines := 0
	for line, err := range jsonl.Lines(context.Background(), file) {
		if lines++; err != nil || lines == 1 && !jsonl.Value(line.Bytes).Get("role").Is(format.RoleSystemPrompt) {
			break
		}
		if lines == 2 {
			return wanted, true
		}
	}
	return "", false
}
