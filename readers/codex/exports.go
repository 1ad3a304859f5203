package codex

import (
	"path/filepath"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/codex"
	"stead/adapters/codex/exported"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Exports returns the form of /export.
func (Reader) Exports() []readers.Export {
	return []readers.Export{{Name: "Markdown of Codex", Detect: exported.Detect, Open: exported.Open}}
}

// HistoryFile returns the file of all prompts that were typed into the terminal.
func (Reader) HistoryFile(host adapter.Host) string {
	return filepath.Join(codex.Root(host), "history.jsonl")
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
