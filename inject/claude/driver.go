// Package claude drives Claude Code: how to start it on a session, and how it shows which session it opened.
package claude

import (
	"strings"
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/claude"
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Driver implements inject.Driver and inject.SessionStarter.
type Driver struct{}

var _ inject.SessionStarter = Driver{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return claude.Info() }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{"claude"}, Package: "@anthropic-ai/claude-code"}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return claude.Root(host) }

// Window is 200,000 tokens for every model without the "[1m]" mark, less what the CLI's own instructions and tools take
// (20,000 as seen in usage) and what an answer needs.
func (Driver) Window(model string) int64 {
	if strings.HasSuffix(model, "[1m]") {
		return 900_000
	}
	return 160_000
}

// Configured is empty: sessions of Claude Code need to name neither provider nor model.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by id in the session's own folder. By path it would work in any folder, but an older version then
// takes the id from the lines.
func (Driver) Command(l inject.Launch) inject.Command { return start(l, "--resume") }

// Begin implements inject.SessionStarter. The CLI fails if the id is already in use.
func (Driver) Begin(l inject.Launch) inject.Command { return start(l, "--session-id") }

// start names the session with an option. A headless prompt goes through standard input, which has no length limit.
func start(l inject.Launch, option string) inject.Command {
	c := inject.Command{Environment: []string{"DISABLE_AUTOUPDATER=1"}}
	if l.Headless {
		// stream-json requires --verbose in print mode (2.1.197).
		c.Arguments = []string{"-p", option, l.Session.ID, "--output-format", "stream-json", "--verbose"}
		c.Input = l.Prompt
	} else {
		c.Arguments = []string{option, l.Session.ID}
		// SIGINT interrupts the current turn, like the key. On SIGTERM the program writes its state and ends.
		c.Quit = []syscall.Signal{syscall.SIGTERM}
	}
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", l.Model)
	}
	c.Arguments = append(append(c.Arguments, allowed(l.Allow)...), l.Arguments...)
	listen(&c, l)
	switch {
	case l.Headless || l.Prompt == "":
	case len(l.Prompt) <= inject.MaxArgument:
		c.Arguments = append(c.Arguments, "--", l.Prompt)
	default:
		c.Typed = composer.Of(l.Prompt)
	}
	return c
}

// allowed returns options for what the CLI need not ask about. If a mode occurs twice, the last one counts, so the
// user's own wins. The CLI limits edits to the working folder, but does not limit commands. It refuses to allow
// everything to root (2.1.197) and reports that itself.
func allowed(a inject.Allowance) []string {
	switch a {
	case inject.Edits:
		return []string{"--permission-mode", "acceptEdits", "--allowedTools=Bash"}
	case inject.Everything:
		return []string{"--permission-mode", "bypassPermissions"}
	default:
		return nil
	}
}

// A paste of 20,000 characters arrived. A paste and the key in a single write are not submitted (2.1.197). The mark
// precedes the composer. Text typed before it is drawn is lost, although the session is already open.
var composer = inject.Typing{Ready: "❯", Settle: 1500 * time.Millisecond, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the init event, the first of the event stream.
func (Driver) Announced(line []byte) (string, bool) { return inject.InitSession(line) }

// Failure reads the result event: a failed request still says subtype success, but sets is_error.
func (Driver) Failure(line []byte) (string, bool) {
	message, failed := inject.FailedResult(line)
	if !failed || message != "" {
		return message, failed
	}
	for message := range jsonl.Elements(jsonl.Value(line).Get("errors")) {
		return message.String(), true
	}
	return "Claude Code reported an error", true
}
