package readers

import (
	"context"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Exporter is a reader of a CLI that can export sessions in forms other than its storage format.
type Exporter interface {
	// Exports lists the forms in the order in which stead tries them.
	Exports() []Export
}

// Export is a form in which a CLI exports sessions.
type Export struct {
	// Name is the name of the form in messages: "Markdown of Codex".
	Name string
	// Detect reports whether a file is in the form, judging by its first bytes (up to 64 KiB).
	Detect func(head []byte) bool
	// Open reads a file. Folder is an empty folder for unpacked content; it exists as long as the stream is in use.
	Open func(ctx context.Context, path, folder string) (timeline.Stream, error)
	// IsPoor reports that the texts differ from the original ones, so an export is worth keeping only if the session
	// itself is gone.
	IsPoor bool
}

// PromptHistory is a reader of a CLI that keeps typed prompts in a separate file, independent of their sessions.
type PromptHistory interface {
	// HistoryFile returns the path of that file. It may not exist.
	HistoryFile(adapter.Host) string
	// Prompt reads a line of the file. Ok is false for a line without a prompt.
	Prompt(line []byte) (p Prompt, ok bool)
}

// Prompt is a line of a prompt history.
type Prompt struct {
	Session string
	Text    timeline.Text
	// Time is in RFC 3339, in UTC. Project is the folder, if the history records it.
	Time    string
	Project string
}
