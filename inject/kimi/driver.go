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

// Program implements inject.Driver. Kimi CLI, the Python program, has the same name, but answers "kimi, version 1.49.0"
// instead of "2.1.0".
func (Driver) Program() inject.Program {
	return inject.Program{
		Names: []string{"kimi"}, Package: "@moonshot-ai/kimi-code",
		Recognizes: func(answer string) bool { return answer != "" && answer[0] >= '0' && answer[0] <= '9' },
	}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return kimi.Root(host) }

// Window is 262,144 tokens, the smallest window of the vendor's models and the CLI's own assumption, less the space for
// the CLI's instructions and tools (21,000 by its own count) and for an answer.
func (Driver) Window(string) int64 { return 210_000 }

// Command resumes by id in the session's own folder; the CLI refuses it in any other. A converted session is bound to
// no model, and the CLI does not use the default model for it. The model must be named, or the run fails with "Model
// not set". A prompt can only be an argument. It needs an equals sign, because it may begin with a dash. The terminal
// program accepts no prompt.
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

// allowed returns the option that turns off questions of the terminal program. A headless run never asks anything,
// whatever its configuration, and refuses these options. The CLI does not limit anything to a folder. With --yolo, it
// still asks about calls that it considers dangerous (2.1.0).
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

// The CLI displays the footer together with the composer, after the trust dialog.
var composer = inject.Typing{Ready: "context:", Settle: time.Second, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the hint at the end of an event stream.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("session.resume_hint") {
		return "", false
	}
	id := event.Get("session_id").String()
	return id, id != ""
}

// Failure finds nothing, because the CLI reports errors outside of the event stream.
func (Driver) Failure([]byte) (string, bool) { return "", false }

// Opened finds nothing, because the CLI leaves no sign of its own. It binds the session to a model when it opens it.
// That makes the session grow, which is the proof.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }
