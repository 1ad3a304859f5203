package claude

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/readers"
	"stead/timeline"
)

// Reader reads Claude Code's sessions. The zero value is ready for use.
type Reader struct{}

// Info returns the CLI's description.
func (Reader) Info() adapter.Info { return claude.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return claude.Tools() }

// Discover returns the store below the CLI's home, if it holds any project.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(claude.Name, claude.Root(host), "projects")
}

// Open indexes the session's file. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	return open(ctx, location, nil)
}

// Pick skips records. See [readers.Picker].
func (Reader) Pick(ctx context.Context, location adapter.Location,
	holds func(record []byte) bool) (timeline.Stream, error) {
	return open(ctx, location, holds)
}

// open opens a session without the records for which holds returns false. If holds is nil, it includes all records.
func open(ctx context.Context, location adapter.Location, holds func(record []byte) bool) (timeline.Stream, error) {
	id := location.ID
	if id == "" {
		id = idOf(location.Path)
	}
	session, err := recordtree.Pick(ctx, location.Path, format{}, holds)
	if err != nil {
		return timeline.Stream{}, err
	}
	stream := timeline.Stream{Header: header(session, id), Entries: session.Entries(ctx)}
	stream.Children, err = children(ctx, location.Path, stream.Header.ID, holds)
	if err != nil || session.About.Asides == 0 {
		return stream, err
	}
	return withAsides(ctx, location.Path, stream)
}

// idOf returns the session's id from its file's name if that is an id: the CLI resumes a session by its file's name,
// independent of its records.
func idOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), claude.Extension)
	if claude.IsSessionID(name) {
		return name
	}
	return ""
}

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
