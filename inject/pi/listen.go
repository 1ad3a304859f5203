package pi

import (
	_ "embed" // the extension
	"encoding/json"
	"path/filepath"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

//go:embed listener.js
var listener string

// listen makes the terminal program load an extension that reports its actions. No other source reports the dialogs
// that the user's own extensions open, or that no further attempt follows. A headless run has its event stream. The CLI
// names the extension on its first screen.
func listen(c *inject.Command, l inject.Launch) {
	if l.Events == "" || l.Headless {
		return
	}
	events, err := json.Marshal(l.Events)
	if err != nil {
		return
	}
	file := inject.File{Path: filepath.Join(filepath.Dir(l.Events), "stead.js"),
		Content: []byte("const events = " + string(events) + ";\n" + listener)}
	c.Files = append(c.Files, file)
	c.Arguments = append(c.Arguments, "--extension", file.Path)
}

// ofHook reads a report of the extension.
func ofHook(told jsonl.Value) (signals.Signal, bool) {
	switch told.Get("type").String() {
	case "session":
		return signals.Signal{Opened: told.Get("id").String()}, true
	case "agent_start":
		return signals.Signal{State: signals.Working}, true
	case "ui_prompt_end":
		return signals.Signal{State: signals.Working, Answered: told.Get("id").String()}, true
	case "attempt_failed":
		return retried(told.Get("error").String(), told.Get("attempt").Int(), 0)
	case "ui_prompt_start":
		return asking(told.Get("id").String(), told.Get("kind").String(), told.Get("title").String()), true
	case "agent_settled":
		return settled(told.Get("error").String()), true
	}
	return signals.Signal{}, false
}

// The kinds of dialogs that the user answers with a choice.
const (
	confirm  = "confirm"
	choosing = "select"
)

// asking treats dialogs with a choice as requests for permission: the CLI itself has none, and its users' extensions
// use dialogs to ask whether a command may run. The extension does not report the rest of their texts.
func asking(id, kind, title string) signals.Signal {
	if kind != confirm && kind != choosing {
		return signals.Signal{State: signals.Input, About: title}
	}
	return signals.Signal{State: signals.Permission, About: title,
		Question: &signals.Question{ID: id, Tool: kind, About: title, Partial: true}}
}

// settled returns the signal of an end after which no attempt follows.
func settled(failure string) signals.Signal {
	if failure == "" {
		return signals.Signal{State: signals.Input}
	}
	return refusal.Ended(refusal.Status(failure), failure)
}

func retried(failure string, attempt int64, delay time.Duration) (signals.Signal, bool) {
	return refusal.Retried(refusal.Status(failure), failure, int(attempt), delay)
}
