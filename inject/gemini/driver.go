// Package gemini drives Gemini CLI: how to start it on a session, how it shows which session it opened, and what stead
// must do around its start so that it does not delete any session.
package gemini

import (
	"slices"
	"strings"
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/gemini"
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Driver implements inject.Driver, inject.SessionStarter and inject.StartHook.
type Driver struct{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return gemini.Info() }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{"gemini"}, Package: "@google/gemini-cli"}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return gemini.Root(host) }

// Window is less than half of what 0.61.0 takes for a model's window, 1,048,576 tokens, or 256,000 with Gemma: from
// half on it replaces the history by a summary before it sends anything, and what is more than the whole it never
// sends, and ends with exit code 0. It counts signs beyond ASCII at more than a token each, which is why this stays
// below.
func (Driver) Window(model string) int64 {
	if strings.HasPrefix(model, "gemma") {
		return 110_000
	}
	return 460_000
}

// Configured is nothing: sessions of Gemini CLI need name neither provider nor model.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by id in the session's own folder. An id that is not found ends the program with exit code 42.
func (Driver) Command(l inject.Launch) inject.Command { return start(l, "--resume") }

var _ inject.SessionStarter = Driver{}

// Begin implements inject.SessionStarter.
func (Driver) Begin(l inject.Launch) inject.Command { return start(l, "--session-id") }

// start names the session by an option. A headless prompt goes through standard input, which is read up to 8 MB. The
// program ends by SIGTERM, which leaves its session whole between attempts and at dialogs, too: on Esc it would take
// the history out of the session and send the model a prompt of its own (0.61.0).
func start(l inject.Launch, option string) inject.Command {
	c := inject.Command{Arguments: []string{option, l.Session.ID}, Quit: []syscall.Signal{syscall.SIGTERM}, Strict: true}
	if l.Headless {
		c.Arguments = append(c.Arguments, "--output-format", "stream-json")
		c.Input = l.Prompt
	}
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", l.Model)
	}
	c.Arguments = append(append(c.Arguments, allowed(l)...), l.Arguments...)
	switch {
	case l.Headless || l.Prompt == "":
	case len(l.Prompt) <= inject.MaxArgument:
		c.Arguments = append(c.Arguments, "--prompt-interactive="+l.Prompt)
	default:
		c.Typed = composer.Of(l.Prompt)
	}
	return c
}

// allowed says by options what is not asked about, unless the user's own arguments do: the CLI takes the mode but once.
// In a folder that is not trusted it would take no mode at all, and end a headless run with exit code 55. It bounds
// edits to the working folder, and commands by nothing; headless it offers the model only tools that need not be asked
// about (0.61.0).
func allowed(l inject.Launch) []string {
	if l.Allow == inject.AsConfigured {
		return nil
	}
	var options []string
	if !slices.Contains(l.Arguments, skipTrust) {
		options = append(options, skipTrust)
	}
	switch {
	case inject.Names(l.Arguments, "--approval-mode", "--yolo", "-y"):
	case l.Allow == inject.Everything:
		options = append(options, "--approval-mode", "yolo")
	default:
		options = append(options, "--approval-mode", "auto_edit", "--allowed-tools=run_shell_command")
	}
	return options
}

// skipTrust is the option by which a folder is trusted for one start.
const skipTrust = "--skip-trust"

// A paste and the key in one write are not submitted, nor is one of 40 KB by a key half a second later (0.61.0).
var composer = inject.Typing{Ready: "Type your message", Placeholder: true, Settle: time.Second,
	Pause: 2 * time.Second, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the init event, the first of the event stream.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("init") {
		return "", false
	}
	id := event.Get("session_id").String()
	return id, id != ""
}

// Failure reads the result event of a run that failed, and errors on the way there.
func (Driver) Failure(line []byte) (string, bool) {
	event := jsonl.Value(line)
	switch {
	case event.Get("type").Is("result") && event.Get("status").Is("error"):
		return event.Get("error", "message").String(), true
	case event.Get("type").Is("error") && event.Get("severity").Is("error"):
		return event.Get("message").String(), true
	}
	return "", false
}

// Opened knows no sign but that the session's file grows: the CLI writes into it as soon as it has taken it up.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
