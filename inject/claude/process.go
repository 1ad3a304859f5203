package claude

import (
	"encoding/json"
	"iter"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/sys/process"
	"stead/internal/sys/regular"
)

// running is what Claude Code records about an interactive process in sessions/<pid>.json. The process removes the file
// when it ends, unless it is killed (2.1.197).
type running struct {
	PID       int
	SessionID string
	// ProcStart is the process's start time in the form that the operating system reports.
	ProcStart string
}

// processes yields the store's records of processes with a session.
func processes(store adapter.Store) iter.Seq[running] {
	return func(yield func(running) bool) {
		files, err := filepath.Glob(filepath.Join(store.Root, "sessions", "*.json"))
		if err != nil {
			return
		}
		for _, file := range files {
			var r running
			data, err := regular.ReadFile(file)
			if err == nil && json.Unmarshal(data, &r) == nil && r.SessionID != "" && !yield(r) {
				return
			}
		}
	}
}

// isAlive reports whether the process is still running, and is not a later process with the same number.
func (r running) isAlive() bool {
	now := process.Of(r.PID)
	return now.Alive() && (now.Started == "" || r.ProcStart == "" || now.Started == r.ProcStart)
}

// Opened returns the session that a process of the run has open.
func (Driver) Opened(store adapter.Store, _ string, owns func(int) bool) (string, bool) {
	for r := range processes(store) {
		if owns(r.PID) {
			return r.SessionID, true
		}
	}
	return "", false
}

var _ inject.SessionTracker = Driver{}

// Current implements inject.SessionTracker: the process's file names the session on the screen (2.1.332).
func (Driver) Current(store adapter.Store, _ adapter.Location, owns func(int) bool) (id string, ok bool) {
	return inject.FirstSession(func(yield func(int, string) bool) {
		for r := range processes(store) {
			if !yield(r.PID, r.SessionID) {
				return
			}
		}
	}, owns)
}

// OpenedBy implements inject.OpenChecker.
func (Driver) OpenedBy(store adapter.Store, location adapter.Location) (pids []int) {
	for r := range processes(store) {
		if r.SessionID == location.ID && r.isAlive() {
			pids = append(pids, r.PID)
		}
	}
	return pids
}
