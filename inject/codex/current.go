package codex

import (
	"context"
	"os"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/codex"
	"stead/inject"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/process"
	"stead/internal/sys/regular"
)

var _ inject.SessionTracker = Driver{}

// Current implements inject.SessionTracker. Codex keeps the threads of /new, /resume and /fork open at the same time,
// each with its rollout (0.171.0). The user is in the thread that was written last. A thread without any message has no
// rollout.
func (Driver) Current(store adapter.Store, last adapter.Location, owns func(int) bool) (string, bool) {
	pid, ok := process.LockHolder(threadLock(store, last.ID))
	if !ok || !owns(pid) {
		return "", false
	}
	var id string
	var latest time.Time
	for _, path := range process.Files(pid) {
		name := codex.NameOf(path)
		if name.Thread == "" {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && info.ModTime().After(latest) && (name.Thread == last.ID || !isAgent(path)) {
			id, latest = name.Thread, info.ModTime()
		}
	}
	return id, id != ""
}

// isAgent reports whether a rollout belongs to a sub-agent. It returns true for a rollout that cannot be read yet.
func isAgent(path string) bool {
	file, err := regular.Open(path)
	if err != nil {
		return true
	}
	defer file.Close()
	for line, err := range jsonl.Lines(context.Background(), file) {
		meta := jsonl.Value(line.Bytes).Get("payload")
		return err != nil || meta == nil || meta.Get("parent_thread_id").String() != "" ||
			meta.Get("source", "subagent") != nil
	}
	return true
}
