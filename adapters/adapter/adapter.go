// Package adapter holds the types that a CLI's reader, writer and driver have in common: which CLI they are for, what
// they may see of the machine, and where a session is stored.
package adapter

import (
	"errors"
	"path/filepath"
	"strings"
	"time"
)

// Errors that adapters return, wrapped with what was being tried.
var (
	// ErrNotFound: there is no such session.
	ErrNotFound = errors.New("session not found")
	// ErrFormat: the file is not in the adapter's format, or in a version of it that the adapter does not know.
	ErrFormat = errors.New("not a session of this format")
	// ErrEmpty: the file is in the adapter's format but holds no conversation.
	ErrEmpty = errors.New("the session is empty")
	// ErrExists: a session of that id is in the store already. Nothing was written.
	ErrExists = errors.New("the session exists already")
)

// Host is the machine as an adapter may see it.
type Host struct {
	// Home is the user's home folder.
	Home string
	// Getenv returns an environment variable, or the empty string.
	Getenv func(string) string
	// Now is the clock.
	Now func() time.Time
}

// Expand replaces a tilde at the beginning of a path by the user's home, as shells and many CLIs do.
func (h Host) Expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		return filepath.Join(h.Home, rest)
	}
	return path
}

// Folder returns the folder that a variable of the environment names, or else one below the user's home.
func (h Host) Folder(variable string, below ...string) string {
	if folder := h.Getenv(variable); folder != "" {
		return folder
	}
	return filepath.Join(append([]string{h.Home}, below...)...)
}

// RealPath resolves the symbolic links in a folder's path, as the system does for a program that asks where it is. Of a
// folder that does not exist the path is only cleaned.
func RealPath(folder string) string {
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		return resolved
	}
	return filepath.Clean(folder)
}

// Info describes a CLI.
type Info struct {
	// Name is how references and options name the CLI: claude, codex.
	Name string
	// Title is how people name it: Claude Code.
	Title string
	// Vendor is whose models it talks to by default: anthropic, openai. Thinking that a vendor has signed travels between
	// its CLIs only. A CLI that talks to anybody's models has none.
	Vendor string
	// TakesThinking says that the CLI hands its model the thinking of any other, as nothing in its sessions is signed.
	TakesThinking bool
	// Portable marks a format that is no CLI's: its sessions are files that lie where people put them.
	Portable bool
	// KeepsRecords says that the format holds the records of every CLI as they are, also those that stead does not know.
	KeepsRecords bool
	// TellsDurations says that its sessions have a place for how long a call took.
	TellsDurations bool
	// HomeVariable is the environment variable that moves the CLI's home: CLAUDE_CONFIG_DIR, CODEX_HOME.
	HomeVariable string
	// Forgets says that the CLI deletes what its user has taken back, so that what stands behind it gets other places: its
	// records are known by their ids alone.
	Forgets bool
	// Signature says to people by what a session's file is known, whatever its name: "JSON lines with a sessionId".
	Signature string
	// Tested are the CLI's versions that the adapter was tested with, oldest first.
	Tested []string
}

// Newest returns the newest version of the CLI that stead was tested with, or the empty string for a format that has
// none.
func (i Info) Newest() string {
	if len(i.Tested) == 0 {
		return ""
	}
	return i.Tested[len(i.Tested)-1]
}

// Store is a place that holds sessions of one CLI.
type Store struct {
	CLI string
	// Root is the CLI's home, for example ~/.claude.
	Root string
}

// Location says where one session lies.
type Location struct {
	// Path is the session's file, or the store's file that holds it among others.
	Path string
	// ID is the session's id. It may be empty where the path says it all.
	ID string
}
