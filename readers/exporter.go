package readers

import (
	"context"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Exporter is a reader of a CLI that exports sessions in other forms than the one in which it keeps them.
type Exporter interface {
	// Exports lists the forms in the order in which they are tried.
	Exports() []Export
}

// Export is a form in which a CLI exports sessions.
type Export struct {
	// Name is the form as messages have it: "Markdown of Codex".
	Name string
	// Detect reports whether a file is in the form, told by its first bytes (up to 64 KiB).
	Detect func(head []byte) bool
	// Open reads a file. Folder is an empty one, for what must be unpacked: it is there as long as the stream is used.
	Open func(ctx context.Context, path, folder string) (timeline.Stream, error)
	// IsPoor says that the texts are not as they were said, so that they are worth keeping only when the session itself is
	// gone.
	IsPoor bool
}

// PromptHistory is a reader of a CLI that keeps the prompts that were typed in a file of their own, whatever becomes of
// their sessions.
type PromptHistory interface {
	// HistoryFile returns the path of that file. It may not exist.
	HistoryFile(adapter.Host) string
	// Prompt reads a line of it. Ok is false for a line that holds none.
	Prompt(line []byte) (p Prompt, ok bool)
}

// Prompt is a line of a prompt history.
type Prompt struct {
	Session string
	Text    timeline.Text
	// Time is RFC 3339, in UTC; Project the folder, where the history tells it.
	Time    string
	Project string
}
