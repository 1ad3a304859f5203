// Package opencode drives OpenCode: how to start it on a session, and how it shows which session it opened.
package opencode

import (
	"strings"
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/opencode"
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Driver implements inject.Driver.
type Driver struct{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return opencode.Info() }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{"opencode"}, Package: "opencode-ai"}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return opencode.Root(host) }

// Window is 200,000 tokens, the window of most models that OpenCode is used with, less the space that OpenCode keeps
// free for an answer (32,000) and its own instructions and tools (10,000 according to usage data). If a model has a
// smaller window, OpenCode itself makes a summary first.
func (Driver) Window(string) int64 { return 150_000 }

var _ inject.Preparer = Driver{}

// Preparation makes OpenCode print the path of its database, for which OpenCode creates the database. This is the
// fastest command that does so (2 s).
func (Driver) Preparation(g inject.Environment) (arguments []string, needed bool) {
	return []string{"db", "path"}, !opencode.IsMade(opencode.Database(g.Store.Root))
}

// Command resumes by id in the session's own folder; in any other, a headless run does not end. OpenCode stores a
// prompt with a space in quotes if it is one argument. Therefore a headless prompt goes through standard input, which
// OpenCode stores unchanged. The terminal program puts the text of --prompt into its composer and leaves it there.
func (d Driver) Command(l inject.Launch) inject.Command {
	c := inject.Command{Environment: []string{"OPENCODE_DISABLE_AUTOUPDATE=1"}, Strict: true}
	if l.Headless {
		c.Arguments = []string{"run", "--format", "json"}
		c.Input = l.Prompt
	} else {
		// On SIGTERM, it ends the turn and its answer. A turn that is cut off in any other way has no end.
		c.Quit = []syscall.Signal{syscall.SIGTERM}
		if l.Prompt != "" {
			c.Typed = composer.Of(l.Prompt)
		}
	}
	permit(&c, l)
	listen(&c, l)
	c.Arguments = append(c.Arguments, "--session", l.Session.ID)
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", qualified(l.Model, l.Configured.Provider))
	}
	c.Arguments = append(c.Arguments, l.Arguments...)
	return c
}

// qualified returns a model's name in OpenCode's form.
func qualified(model, provider string) string {
	if strings.Contains(model, "/") || provider == "" {
		return model
	}
	return provider + "/" + model
}

// OpenCode displays the text of Ready below the composer once the composer accepts keys (1.18.33).
var composer = inject.Typing{Ready: "ctrl+p", Settle: time.Second, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads any event of the stream, because each names the session.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	id := event.Get("sessionID").String()
	return id, id != "" && event.Get("type").IsString()
}

// Failure reads an error event.
func (Driver) Failure(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("error") || !event.Get("sessionID").IsString() {
		return "", false
	}
	failure := event.Get("error")
	if message := failure.Get("data", "message").String(); message != "" {
		return message, true
	}
	return failure.Get("name").String(), true
}

// Opened finds nothing, because OpenCode leaves no sign when it opens a session. The proof is that it exits if the
// session does not exist.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
