package codex

import (
	"bytes"
	"path/filepath"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/adapters/codex/exported"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the rollouts of Codex.
type Reader struct{}

// Info describes the CLI.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns the CLI's home on the host, when it is there.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(format.Name, format.Root(host))
}

// Detect reports whether the first bytes of a file are a rollout's. It tolerates damage: one sound line is enough, and
// the first line may be longer than what is shown.
func (Reader) Detect(head []byte) bool {
	if isPacked(head) {
		head = unpackedHead(head)
	}
	return readers.AnyLine(head, func(line []byte) bool { return format.Peek(bytes.TrimSpace(line)).IsOwn() })
}

// Exports returns the form of /export.
func (Reader) Exports() []readers.Export {
	return []readers.Export{{Name: "Markdown of Codex", Detect: exported.Detect, Open: exported.Open}}
}

// HistoryFile returns the file of all prompts that were typed into the terminal.
func (Reader) HistoryFile(host adapter.Host) string {
	return filepath.Join(format.Root(host), "history.jsonl")
}

// Prompt reads a line of it. Observed with codex 0.169.0: session_id, ts in seconds, text.
func (Reader) Prompt(line []byte) (readers.Prompt, bool) {
	v := jsonl.Value(line)
	p := readers.Prompt{Session: v.Get("session_id").String(), Text: timeline.NewText(v.Get("text").String())}
	if at := v.Get("ts").Int(); at > 0 {
		p.Time = time.Unix(at, 0).UTC().Format(time.RFC3339)
	}
	return p, p.Session != "" && !p.Text.IsBlank()
}
