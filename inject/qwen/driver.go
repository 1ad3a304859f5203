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

// windows are the token counts that the CLI assumes for models, by the beginning of their names (read in its bundle),
// less the last 15 percent, at which it compresses automatically, and the 20,000 of its own instructions and tools.
var windows = []struct {
	prefix string
	tokens int64
}{
	{"qwen3-coder-plus", 800_000}, {"qwen3-coder-flash", 800_000}, {"qwen3.", 800_000}, {"coder-model", 800_000},
	{"qwen", 190_000}, {"gpt-5", 200_000}, {"gpt-", 75_000}, {"gemini-", 800_000},
}

// Window implements inject.Driver. For an unknown model, the CLI assumes 200,000 tokens.
func (Driver) Window(model string) int64 {
	for _, w := range windows {
		if strings.HasPrefix(model, w.prefix) {
			return w.tokens
		}
	}
	return 140_000
}

// Configured returns nothing, because sessions of Qwen Code need to name neither provider nor model.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by id in the session's own folder.
func (Driver) Command(l inject.Launch) inject.Command { return start(l, "--resume") }

// Begin implements inject.SessionStarter.
func (Driver) Begin(l inject.Launch) inject.Command { return start(l, "--session-id") }

// start passes the session's id in an option. The CLI appends two line feeds to a prompt from standard input, so only a
// prompt that is too long for an argument goes there. SIGTERM must go to all of its processes: if only the launcher
// ends, its child continues the session (0.15.10).
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

// The composer shows the text of Ready once it accepts keys, after "Initializing..." (0.24.4). The CLI treats a text
// and the key in one write as a paste, and does not submit it.
var composer = inject.Typing{Ready: "Type your message", Placeholder: true, Settle: time.Second,
	Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the init event, the first of the event stream.
func (Driver) Announced(line []byte) (string, bool) { return inject.InitSession(line) }

// apiError begins the text that the CLI writes in the model's name after a failed request.
const apiError = "[API Error: "

// Failure reads the result event. Until 0.15, a failed request counted as a success whose answer was the error.
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

// Current implements inject.SessionTracker. The same file names the session on the screen (0.24.4).
func (Driver) Current(store adapter.Store, _ adapter.Location, owns func(int) bool) (id string, ok bool) {
	return inject.FirstSession(processes(store), owns)
}

// processes yields the ids of the interactive processes with a session, and their sessions.
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
