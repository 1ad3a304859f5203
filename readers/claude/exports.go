package claude

import (
	"path/filepath"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Exports returns the format of /export.
func (Reader) Exports() []readers.Export {
	return []readers.Export{{Name: "text of Claude Code", Detect: claude.DetectExport, Open: claude.OpenExport, IsPoor: true}}
}

// HistoryFile returns the file with all prompts.
func (Reader) HistoryFile(host adapter.Host) string {
	return filepath.Join(claude.Root(host), "history.jsonl")
}

// Prompt parses a line of it. Observed with claude 2.1.197: display, timestamp in milliseconds, project, sessionId.
func (Reader) Prompt(line []byte) (readers.Prompt, bool) {
	v := jsonl.Value(line)
	p := readers.Prompt{Session: v.Get("sessionId").String(), Text: timeline.NewText(v.Get("display").String()),
		Project: v.Get("project").String()}
	if at := v.Get("timestamp").Int(); at > 0 {
		p.Time = time.UnixMilli(at).UTC().Format(time.RFC3339Nano)
	}
	return p, p.Session != "" && !p.Text.IsBlank()
}
