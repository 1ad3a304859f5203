// Package adapter holds the types that a CLI's reader, writer and driver have in common: which CLI they are for, what
// they may see of the machine, and where a session is stored.
package adapter

import (
	"errors"
	"path/filepath"
	"strings"
	"time"
)

// Errors that adapters return, wrapped with the action that failed.
var (
	// ErrNotFound: there is no such session.
	ErrNotFound = errors.New("session not found")
	// ErrFormat: the file is not in the adapter's format, or in a version of it that the adapter does not know.
	ErrFormat = errors.New("not a session of this format")
	// ErrEmpty: the file is in the adapter's format but holds no conversation.
	ErrEmpty = errors.New("the session is empty")
	// ErrExists: a session with that id is already in the store. Nothing was written.
	ErrExists = errors.New("the session exists already")
)

// Host is the machine as an adapter may see it.
type Host struct {
	// Home is the user's home folder.
	Home string
	// Getenv returns an environment variable, or the empty string.
	Getenv func(string) string
	// Now returns the current time.
	Now func() time.Time
}

// Expand replaces a leading tilde of a path with the user's home folder, as shells and many CLIs do.
func (h Host) Expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		return filepath.Join(h.Home, rest)
	}
	return path
}

// Folder returns the folder that an environment variable names, or else a folder below the user's home.
func (h Host) Folder(variable string, below ...string) string {
	if folder := h.Getenv(variable); folder != "" {
		return folder
	}
	return filepath.Join(append([]string{h.Home}, below...)...)
}

// RealPath resolves the symbolic links in a folder's path, as the system does for a program that asks for its current
// folder. If the folder does not exist, RealPath only cleans the path.
func RealPath(folder string) string {
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		return resolved
	}
	return filepath.Clean(folder)
}

// Info describes a CLI.
type Info struct {
	// Name is the CLI's name in references and options: claude, codex.
	Name string
	// Title is the CLI's name for users: Claude Code.
	Title string
	// Vendor is the vendor of the CLI's default models: anthropic, openai. Thinking that a vendor has signed can move
	// only between CLIs of that vendor. It is empty for a CLI that works with models of any vendor.
	Vendor string
	// TakesThinking reports that the CLI passes thinking from any other CLI to its model, because nothing in its
	// sessions is signed.
	TakesThinking bool
	// Portable marks a format without a CLI. Its sessions are files that people can put anywhere.
	Portable bool
	// KeepsRecords reports that the format keeps the records of every CLI unchanged, even those that stead does not
	// know.
	KeepsRecords bool
	// TellsDurations reports that its sessions can hold how long a call took.
	TellsDurations bool
	// HomeVariable is the environment variable that sets the CLI's home: CLAUDE_CONFIG_DIR, CODEX_HOME.
	HomeVariable string
	// Forgets reports that the CLI deletes what its user undoes, which changes the positions of all later records. Only
	// their ids identify its records.
	Forgets bool
	// Signature tells users how to recognize a session file by its content: "JSON lines with a sessionId".
	Signature string
	// Tested lists the versions of the CLI that the adapter was tested with, oldest first.
	Tested []string
}

// Newest returns the newest version of the CLI that stead was tested with. It is empty for a format without versions.
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

// Location says where one session is.
type Location struct {
	// Path is the session's file, or the store's file that holds it among others.
	Path string
	// ID is the session's id. It may be empty if the path identifies the session.
	ID string
}
