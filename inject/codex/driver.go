// Package codex drives the OpenAI Codex CLI: how to start it on a session, and how it shows which session it opened.
package codex

import (
	"cmp"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/codex"
	"stead/inject"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/process"
)

// Driver implements inject.Driver.
type Driver struct{}

// Info implements inject.Driver.
func (Driver) Info() adapter.Info { return codex.Info() }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{"codex"}, Package: "@openai/codex"}
}

// Home implements inject.Driver.
func (Driver) Home(host adapter.Host) string { return codex.Root(host) }

// Window is the model_context_window that 0.169.0 writes, 258,400 tokens, less its instructions (10,000 as seen in
// usage) and the tenth at which it compacts by itself.
func (Driver) Window(string) int64 { return 220_000 }

// Command resumes by id, in the session's folder. A headless prompt goes through standard input ("-"), which has no
// length limit. Codex would wait for standard input unless it is closed.
func (Driver) Command(l inject.Launch) inject.Command {
	var c inject.Command
	if l.Headless {
		c.Arguments = []string{"exec", "resume", "--json", "--skip-git-repo-check"}
		c.Input = l.Prompt
	} else {
		// Without this, the terminal program starts a server that outlives it and keeps the environment of its first
		// start. As a setting, unlike --no-daemon, it is harmless in a version that does not know it.
		c.Arguments = []string{"resume", "-c", "features.daemon_auto_start=false", "-C", l.Session.Dir}
		// On SIGINT, Codex would leave a message in the session that tells the model of an interruption.
		c.Quit = []syscall.Signal{syscall.SIGTERM}
	}
	// A session of Codex keeps its model: if it is resumed with a model of another family, 0.169.0 first replaces the
	// history with a summary.
	if model := cmp.Or(l.Model, l.Recorded); model != "" {
		c.Arguments = append(c.Arguments, "-m", model)
	}
	c.Arguments = append(append(c.Arguments, allowed(l)...), l.Arguments...)
	c.Arguments = append(c.Arguments, l.Session.ID)
	switch {
	case l.Headless:
		c.Arguments = append(c.Arguments, "-")
	case l.Prompt == "":
	case len(l.Prompt) <= inject.MaxArgument:
		c.Arguments = append(c.Arguments, "--", l.Prompt)
	default:
		c.Typed = composer.Of(l.Prompt)
	}
	return c
}

// allowed returns settings for what Codex need not ask about, because exec resume has no options for that. If a setting
// occurs twice, the last one counts, so the user's own wins. Codex then runs commands in a sandbox that can write to
// the working folder and the temporary folders, but not to .git, and has no network. In a headless run it never asks.
// In its terminal it asks before it leaves the sandbox.
func allowed(l inject.Launch) []string {
	switch {
	case l.Allow == inject.Everything:
		return []string{"--dangerously-bypass-approvals-and-sandbox"}
	case l.Allow != inject.Edits:
		return nil
	case l.Headless:
		return []string{"-c", `sandbox_mode="workspace-write"`}
	}
	return []string{"-c", `sandbox_mode="workspace-write"`, "-c", `approval_policy="on-request"`}
}

// The mark precedes the composer (0.169.0).
var composer = inject.Typing{Ready: "›", Settle: time.Second, Pause: 500 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the thread.started event, the first of the event stream. An invalid id gives a new thread and exit
// code 0, so the caller compares the result with the wanted id.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("thread.started") {
		return "", false
	}
	id := event.Get("thread_id").String()
	return id, id != ""
}

// Failure reads the events that end a turn with a failure. A retry of a request is not one.
func (Driver) Failure(line []byte) (string, bool) {
	event := jsonl.Value(line)
	switch {
	case event.Get("type").Is("turn.failed"):
		return event.Get("error", "message").String(), true
	case event.Get("type").Is("error"):
		message := event.Get("message").String()
		return message, !reconnecting().MatchString(message)
	}
	return "", false
}

// Opened checks for the lock with which Codex ensures that only one process writes a thread. The injected id is new, so
// a lock with that name belongs to this run.
func (Driver) Opened(store adapter.Store, wanted string, _ func(int) bool) (string, bool) {
	_, err := os.Stat(threadLock(store, wanted))
	return wanted, err == nil
}

// OpenedBy finds the process that holds that lock, because the lock file remains when the process ends.
func (Driver) OpenedBy(store adapter.Store, location adapter.Location) []int {
	if pid, ok := process.LockHolder(threadLock(store, location.ID)); ok {
		return []int{pid}
	}
	return nil
}

func threadLock(store adapter.Store, id string) string {
	return filepath.Join(store.Root, "thread-writer-locks", id+".lock")
}
