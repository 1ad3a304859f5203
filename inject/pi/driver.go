// Package pi drives the Pi coding agent: how to start it on a session, and how it shows which session it opened.
package pi

import (
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/pi"
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Driver implements inject.Driver.
type Driver struct{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return pi.Info() }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{"pi"}, Package: "@earendil-works/pi-coding-agent"}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return pi.Root(host) }

// Window is 200,000 tokens, the smallest window of current models, less the 16,384 that the CLI keeps free and the
// space for its own instructions. If a model has a smaller window, the CLI compacts before it continues.
func (Driver) Window(string) int64 { return 170_000 }

// Command passes the session's path: the CLI would ask about an id of another project's session, and with standard
// input closed, that question ends the run with exit code 0. A headless prompt goes through standard input, which has
// no length limit. There is no way to set permissions, because the CLI asks about nothing.
func (Driver) Command(l inject.Launch) inject.Command {
	c := inject.Command{Arguments: []string{"--session", l.Session.Path}, Environment: []string{"PI_SKIP_VERSION_CHECK=1"}}
	listen(&c, l)
	if l.Headless {
		c.Arguments = append(c.Arguments, "--mode", "json", "--print")
		c.Input = l.Prompt
	}
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", l.Model)
	}
	c.Arguments = append(c.Arguments, l.Arguments...)
	switch {
	case l.Headless || l.Prompt == "":
	case len(l.Prompt) <= inject.MaxArgument && !isTaken(l.Prompt):
		c.Arguments = append(c.Arguments, l.Prompt)
	default:
		c.Typed = composer.Of(l.Prompt)
	}
	return c
}

// isTaken reports whether the CLI would interpret a prompt on its command line as an option or as the name of a file.
func isTaken(prompt string) bool {
	return strings.HasPrefix(prompt, "-") || strings.HasPrefix(prompt, "@")
}

// The footer shows how full the window is: "0.1%/200k". Keys that arrive before it are lost.
var composer = inject.Typing{Ready: "%/", Settle: 500 * time.Millisecond, Pause: 300 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the first event: the session's header, or the extension's report on the session. If there is no file
// at the path, the CLI silently creates a new session there, with another id.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is(pi.TypeSession) {
		return "", false
	}
	id := event.Get("id").String()
	return id, id != ""
}

// Failure reads the event that ends the agent's work, because the run always ends with exit code 0.
func (Driver) Failure(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("agent_end") || event.Get("willRetry").Bool() {
		return "", false
	}
	var last pi.Message
	var message jsonl.Value
	for message = range jsonl.Elements(event.Get("messages")) {
		last = pi.PeekMessage(message)
	}
	if !last.Role.Is(pi.RoleAssistant) || !last.StopReason.Is("error") {
		return "", false
	}
	if text := message.Get("errorMessage").String(); text != "" {
		return text, true
	}
	return "Pi reported an error", true
}

// Opened finds nothing, because the CLI leaves no sign of its own. The extension names the session, and a session that
// continues grows.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
