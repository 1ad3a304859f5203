// Package qwen drives Qwen Code: how to start it on a session, and how it shows which session it opened.
package qwen

import (
	"encoding/json"
	"iter"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/qwen"
	"stead/inject"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// Driver implements inject.Driver and inject.SessionStarter.
type Driver struct{}

var _ inject.SessionStarter = Driver{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return qwen.Info() }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{"qwen"}, Package: "@qwen-code/qwen-code"}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return qwen.Root(host) }

// windows are the tokens that the CLI takes models for, by the beginning of their names (read in its bundle), less the
// 15 percent at which it compresses by itself and the 20,000 of its own instructions and tools.
var windows = []struct {
	prefix string
	tokens int64
}{
	{"qwen3-coder-plus", 800_000}, {"qwen3-coder-flash", 800_000}, {"qwen3.", 800_000}, {"coder-model", 800_000},
	{"qwen", 190_000}, {"gpt-5", 200_000}, {"gpt-", 75_000}, {"gemini-", 800_000},
}

// Window implements inject.Driver. The CLI takes a model that it does not know for one of 200,000 tokens.
func (Driver) Window(model string) int64 {
	for _, w := range windows {
		if strings.HasPrefix(model, w.prefix) {
			return w.tokens
		}
	}
	return 140_000
}

// Configured is nothing: sessions of Qwen Code need name neither provider nor model.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by id in the session's own folder.
func (Driver) Command(l inject.Launch) inject.Command { return start(l, "--resume") }

// Begin implements inject.SessionStarter.
func (Driver) Begin(l inject.Launch) inject.Command { return start(l, "--session-id") }

// start names the session by an option. A prompt on the standard input gets two line feeds at its end, so that only one
// that is too long for an argument goes there. It ends by SIGTERM to all of it: a child whose launcher
// has ended alone continues the session (0.15.10).
func start(l inject.Launch, option string) inject.Command {
	c := inject.Command{Arguments: []string{option, l.Session.ID}, Quit: []syscall.Signal{syscall.SIGTERM}, Strict: true}
	listen(&c, l)
	trust(&c, l)
	if l.Model != "" {
		c.Arguments = append(c.Arguments, "--model", l.Model)
	}
	if l.Headless {
		c.Arguments = append(c.Arguments, "--output-format", "stream-json")
	}
	c.Arguments = append(append(c.Arguments, allowed(l)...), l.Arguments...)
	isLong := len(l.Prompt) > inject.MaxArgument
	switch {
	case l.Headless && isLong:
		c.Input = l.Prompt
	case l.Headless:
		c.Arguments = append(c.Arguments, "--prompt="+l.Prompt)
	case l.Prompt == "":
	case !isLong:
		c.Arguments = append(c.Arguments, "--prompt-interactive="+l.Prompt)
	default:
		c.Typed = composer.Of(l.Prompt)
	}
	return c
}

// What Ready says stands in the composer once it takes keys, behind "Initializing..." (0.24.4). A text and the key in
// one write are taken for a paste and not submitted.
var composer = inject.Typing{Ready: "Type your message", Placeholder: true, Settle: time.Second,
	Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the init event, the first of the event stream.
func (Driver) Announced(line []byte) (string, bool) { return inject.InitSession(line) }

// apiError begins what the CLI says in the model's name when a request failed.
const apiError = "[API Error: "

// Failure reads the result event. Until 0.15 a failed request was a success, which answered by the error.
func (Driver) Failure(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("result") {
		return "", false
	}
	answer := event.Get("result").String()
	if at := strings.LastIndex(answer, apiError); at >= 0 && strings.HasSuffix(answer, "]") {
		return answer[at:], true
	}
	if !event.Get("is_error").Bool() {
		return "", false
	}
	if message := event.Get("error", "message").String(); message != "" {
		return message, true
	}
	return "Qwen Code reported an error", true
}

// Opened reads sessions/<pid>.json, which exists while an interactive process lives.
func (Driver) Opened(store adapter.Store, _ string, owns func(int) bool) (string, bool) {
	for pid, session := range processes(store) {
		if owns(pid) {
			return session, true
		}
	}
	return "", false
}

var _ inject.SessionTracker = Driver{}

// Current implements inject.SessionTracker: that file names the session that is on the screen (0.24.4).
func (Driver) Current(store adapter.Store, _ adapter.Location, owns func(int) bool) (id string, ok bool) {
	return inject.FirstSession(processes(store), owns)
}

// processes yields the numbers of the interactive processes that have a session, with that.
func processes(store adapter.Store) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		files, err := filepath.Glob(filepath.Join(store.Root, "sessions", "*.json"))
		if err != nil {
			return
		}
		for _, file := range files {
			var p struct {
				PID       int
				SessionID string
			}
			data, err := regular.ReadFile(file)
			if err == nil && json.Unmarshal(data, &p) == nil && p.SessionID != "" && !yield(p.PID, p.SessionID) {
				return
			}
		}
	}
}
