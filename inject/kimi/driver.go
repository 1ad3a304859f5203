// Package kimi drives Kimi Code: how to start it on a session, and how it shows which session it opened.
package kimi

import (
	"cmp"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/kimi"
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Driver implements inject.Driver.
type Driver struct{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return kimi.Info() }

// Program shares its name with Kimi CLI, the Python program, which answers "kimi, version 1.49.0" where this one
// answers "2.1.0".
func (Driver) Program() inject.Program {
	return inject.Program{
		Names: []string{"kimi"}, Package: "@moonshot-ai/kimi-code",
		Recognizes: func(answer string) bool { return answer != "" && answer[0] >= '0' && answer[0] <= '9' },
	}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return kimi.Root(host) }

// Window is 262,144 tokens, which is the least that the vendor's models take and what the CLI assumes, less what its
// own instructions and tools take (21,000 as counted by it), and an answer needs.
func (Driver) Window(string) int64 { return 210_000 }

// Command resumes by id in the session's own folder; anywhere else it is refused. A session that was brought to the CLI
// is bound to no model, and the default one is not used for it: it must be named, or the run fails with "Model not
// set". A prompt can only be an argument, with a sign of equality, as it may begin with a dash; the terminal program
// takes none.
func (Driver) Command(l inject.Launch) inject.Command {
	c := inject.Command{Arguments: []string{"--session", l.Session.ID},
		Environment: []string{"KIMI_CODE_NO_AUTO_UPDATE=1"}, Strict: true}
	if model := cmp.Or(l.Model, aliasOf(l.Environment, l.Recorded), l.Configured.Name); model != "" &&
		modelOption(l.Arguments) == "" {
		c.Arguments = append(c.Arguments, "--model", model)
	}
	switch {
	case l.Headless:
		c.Arguments = append(c.Arguments, "--output-format", "stream-json", "--prompt="+l.Prompt)
	case l.Prompt != "":
		c.Typed = composer.Of(l.Prompt)
	}
	c.Arguments = append(append(c.Arguments, allowed(l)...), l.Arguments...)
	return c
}

// allowed says by an option what the terminal program does not ask about. Headless it never asks about anything,
// whatever is configured, and refuses these options. It bounds nothing by a folder: with --yolo it asks about what it
// takes for dangerous (2.1.0).
func allowed(l inject.Launch) []string {
	switch {
	case l.Headless:
		return nil
	case l.Allow == inject.Edits:
		return []string{"--yolo"}
	case l.Allow == inject.Everything:
		return []string{"--auto"}
	}
	return nil
}

// The footer is drawn with the composer, after the dialog that asks for trust.
var composer = inject.Typing{Ready: "context:", Settle: time.Second, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the hint with which an event stream ends.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("session.resume_hint") {
		return "", false
	}
	id := event.Get("session_id").String()
	return id, id != ""
}

// Failure finds nothing: what went wrong is said outside of the event stream.
func (Driver) Failure([]byte) (string, bool) { return "", false }

// Opened finds nothing: the CLI leaves no sign of its own. That it binds the session to a model when it opens it makes
// the session grow, which is the proof.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
