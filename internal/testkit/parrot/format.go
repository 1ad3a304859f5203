// Package parrot is an invented CLI that repeats each prompt. It is the smallest possible adapter, meant to be copied
// and to learn from. It follows docs/adding-a-cli.md and proves that page: no code outside this folder knows the
// parrot. Its four files (format, reader, writer, driver) are four folders for a real CLI: adapters, readers, writers,
// inject.
//
// A session is a file of JSON Lines, ~/.parrot/ID.jsonl. Its first line names the folder. Each other line is a prompt,
// an answer, a call, a result, or the end of a turn.
package parrot

import (
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

const (
	name = "parrot"
	// version is the only version of the format.
	version = 1
)

// The types of lines. The list is closed: a line of any other type is reported as unknown.
const (
	session = "session"
	prompt  = "prompt"
	answer  = "answer"
	call    = "call"
	result  = "result"
	end     = "end" // of a turn: not sent to the model
)

// parrot is what reader, writer and driver have in common.
type parrot struct{}

// Info describes the CLI.
func (parrot) Info() adapter.Info {
	return adapter.Info{Name: name, Title: "Parrot", HomeVariable: "PARROT_HOME", Tested: []string{"1.0.0"},
		Signature: "JSON lines, the first of the type session with the parrot's version"}
}

// Home returns the folder of the sessions.
func (parrot) Home(host adapter.Host) string { return host.Folder("PARROT_HOME", ".parrot") }

func path(root, id string) string { return filepath.Join(root, id+".jsonl") }

// idOf returns a session's id, which is in the name of its file.
func idOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".jsonl") }

func isID(id string) bool { return id == filepath.Base(id) && !strings.HasPrefix(id, ".") }

// tools is the parrot's half of the tool table: it has a shell, and reads files.
var tools = toolmap.Table{
	{Tool: timeline.Bash, Name: "shell", Arguments: toolmap.Pairs("command", "command")},
	{Tool: timeline.Read, Name: "look", Arguments: toolmap.Pairs("path", "file")},
}
