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

// running is what Claude Code says of an interactive process in sessions/<pid>.json. It is removed at the process's
// end, unless that is killed (2.1.197).
type running struct {
	PID       int
	SessionID string
	// ProcStart is the process's start time as the operating system counts it.
	ProcStart string
}

// processes yields what the store says of processes that have a session.
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

// isAlive reports whether the process still runs, and is not another that was given its number.
func (r running) isAlive() bool {
	now := process.Of(r.PID)
	return now.Alive() && (now.Started == "" || r.ProcStart == "" || now.Started == r.ProcStart)
}

// Opened returns the session that a process of the run has.
func (Driver) Opened(store adapter.Store, _ string, owns func(int) bool) (string, bool) {
	for r := range processes(store) {
		if owns(r.PID) {
			return r.SessionID, true
		}
	}
	return "", false
}

var _ inject.SessionTracker = Driver{}

// Current implements inject.SessionTracker: the file of the process names the session that is on the screen (2.1.332).
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
