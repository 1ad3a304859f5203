package clido

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/clido"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Open indexes a session's file and returns the session. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	var x index
	info, err := entry.Scan(ctx, location.Path, survey, x.join)
	if err == nil {
		err = x.check(location.Path)
	}
	if err != nil {
		return timeline.Stream{}, err
	}
	return timeline.Stream{Header: x.header(location.Path, info), Entries: entries(ctx, location.Path, info.Size())}, nil
}

func (x *index) check(path string) error {
	switch version := x.meta.Get("schema_version").Int(); {
	case x.known == 0 && x.lines > 0:
		return fmt.Errorf("%s: %w: no line of it belongs to a clido session", path, adapter.ErrFormat)
	case version > format.SchemaVersion:
		return fmt.Errorf("%s: %w: it has schema version %d, and only %d is supported", path, adapter.ErrFormat, version,
			format.SchemaVersion)
	case x.talk == 0:
		return fmt.Errorf("%s: %w: it holds no prompt, answer or call", path, adapter.ErrEmpty)
	}
	return nil
}

// header collects the facts in the first line, the last title and the file's own metadata. A file does not name the
// model.
func (x *index) header(path string, info fs.FileInfo) timeline.Header {
	id := format.SessionID(path)
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: format.Name, OriginalID: id},
		Project:  timeline.Project{Path: x.meta.Get("project_path").String()},
		Metadata: timeline.Metadata{LastModified: info.ModTime().UTC().Format(time.RFC3339), Cost: x.cost},
	}
	if h.Project.Path != "" {
		h.Project.Name = filepath.Base(h.Project.Path)
	}
	if begun, ok := startTime(x.meta); ok {
		h.Metadata.Created = begun.UTC().Format(time.RFC3339Nano)
	}
	return h
}

func startTime(meta jsonl.Value) (time.Time, bool) {
	begun, err := time.Parse(time.RFC3339Nano, meta.Get("start_time").String())
	return begun, err == nil
}

// entries returns the sequence of entries. Each iteration reads the file again, up to the indexed size.
func entries(ctx context.Context, path string, size int64) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		entry.Play(jsonl.ParseFile(ctx, path, size, parse), newJoiner().join, yield)
	}
}
