package gemini

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/gemini"
	"stead/inject"
	"stead/internal/sys/process"
)

var _ inject.SessionTracker = Driver{}

// itself is the number of processes of one Gemini CLI: its launcher and the program.
const itself = 2

// Current implements inject.SessionTracker. The CLI leaves no sign of its own. The current session is the project's
// most recently written one, as long as no other Gemini CLI works in the folder, such as one that the model starts
// (0.61.0). /clear immediately creates a file, and so does each resume.
func (Driver) Current(_ adapter.Store, last adapter.Location, owns func(int) bool) (string, bool) {
	path := newest(filepath.Dir(last.Path))
	if path == "" {
		return "", false
	}
	if short := gemini.ShortID(filepath.Base(path)); short != "" && strings.HasPrefix(last.ID, short) {
		return last.ID, true
	}
	all, ok := process.In(gemini.ProjectOf(gemini.Place(path)), "gemini")
	if !ok || len(all) > itself || slices.ContainsFunc(all, func(pid int) bool { return !owns(pid) }) {
		return "", false
	}
	id, err := gemini.SessionID(path)
	return id, err == nil && id != ""
}

// newest returns the file of the most recently written session in a folder.
func newest(folder string) (path string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	var latest time.Time
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !gemini.IsSession(entry.Name()) {
			continue
		}
		if info, err := entry.Info(); err == nil && info.ModTime().After(latest) {
			path, latest = filepath.Join(folder, entry.Name()), info.ModTime()
		}
	}
	return path
}
