package clido

import (
	"context"
	"fmt"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/readers"
)

// tail follows a session's file.
type tail struct {
	file   *jsonl.Tail
	folder string
	joiner *joiner
}

var _ readers.Tailer = Reader{}

// Tail starts at the current end of the file, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{folder: filepath.Dir(location.Path), joiner: newJoiner()}
	var err error
	// The existing lines show which calls still wait for results.
	t.file, err = jsonl.Follow(ctx, location.Path, func(l jsonl.Line) { t.joiner.join(parse(l)) })
	if err != nil {
		return nil, fmt.Errorf("follow session %s: %w", location.Path, err)
	}
	return t, nil
}

// Watch returns the folder of the session's file. It may not exist yet.
func (t *tail) Watch() []string { return []string{t.folder} }

// Next returns the entries of the appended lines. See [readers.Tail].
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	var progress readers.Progress
	lines, err := t.file.Next()
	if err != nil {
		return progress, fmt.Errorf("follow session: %w", err)
	}
	for _, l := range lines {
		if err := ctx.Err(); err != nil {
			return progress, err
		}
		parsed := parse(l)
		progress.Entries = append(progress.Entries, t.joiner.join(parsed)...)
		if parsed.turn != "" {
			progress.Turn = parsed.turn
		}
	}
	return progress, nil
}
