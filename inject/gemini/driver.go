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

// Window is less than half of the window that 0.61.0 assumes for a model: 1,048,576 tokens, or 256,000 for Gemma. From
// half of it on, the CLI replaces the history with a summary before it sends anything. It never sends more than the
// whole window; it then ends with exit code 0. It counts each character beyond ASCII as more than one token, so this
// limit stays below half.
func (Driver) Window(model string) int64 {
	if strings.HasPrefix(model, "gemma") {
		return 110_000
	}
	return 460_000
}

// Configured returns nothing, because sessions of Gemini CLI need to name neither provider nor model.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by id in the session's own folder. If the CLI does not find the id, it ends with exit code 42.
func (Driver) Command(l inject.Launch) inject.Command { return start(l, "--resume") }

var _ inject.SessionStarter = Driver{}

// Begin implements inject.SessionStarter.
func (Driver) Begin(l inject.Launch) inject.Command { return start(l, "--session-id") }

// start passes the session's id in an option. A headless prompt goes through standard input, of which the CLI reads up
// to 8 MB. The program ends on SIGTERM, which leaves its session intact, even between attempts and in dialogs. On Esc,
// it would remove the history from the session and send the model a prompt of its own (0.61.0).
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

// allowed returns the options that turn off questions, unless the user's own arguments do, because the CLI accepts the
// mode only once. In an untrusted folder, the CLI would ignore the mode, and end a headless run with exit code 55. It
// limits edits to the working folder, and does not limit commands. In a headless run, it offers the model only tools
// that need no approval (0.61.0).
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

// skipTrust is the option that makes the CLI trust a folder for one start.
const skipTrust = "--skip-trust"

// The CLI does not submit a paste if the key is in the same write, nor a paste of 40 KB if the key follows half a
// second later (0.61.0).
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

// Failure reads the result event of a failed run, and errors before it.
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

// Opened finds nothing. The only sign is that the session's file grows: the CLI writes to it as soon as it has resumed
// the session.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
