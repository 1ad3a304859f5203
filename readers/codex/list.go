package codex

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"stead/adapters/adapter"
	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/readers"
	"stead/timeline"
)

// Places yields the store's rollouts. See [readers.Reader]. A compressed one counts where its plain form is missing.
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		for path, err := range format.Rollouts(store.Root) {
			if err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
			plain, isCompressed := strings.CutSuffix(path, format.CompressedExtension)
			id := format.SessionID(path)
			isOther := isCompressed && !vanished(plain+format.Extension) || !strings.HasPrefix(id, query.Prefix)
			if err == nil && isOther {
				continue
			}
			place := readers.FilePlace(store, path)
			place.ID = id
			if !yield(place, err) {
				return
			}
		}
	}
}

// headReaders keep their memory from one file to the next.
var headReaders = sync.Pool{New: func() any { return new(headReader) }}

// Summaries yields the session of a rollout, from its head. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		heads := headReaders.Get().(*headReader)
		s, err := heads.summarize(place.Path)
		headReaders.Put(heads)
		if err != nil || s.ID != "" {
			yield(s, err)
		}
	}
}

// summarize returns a rollout's row, or the zero row when it has vanished meanwhile.
func (r *headReader) summarize(path string) (timeline.Summary, error) {
	file, err := openFile(path)
	if err != nil && vanished(path) {
		return timeline.Summary{}, nil
	}
	if err != nil {
		return timeline.Summary{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Summary{}, err
	}
	h, err := r.read(file, (*head).complete)
	if err != nil {
		return timeline.Summary{}, fmt.Errorf("read %s: %w", path, err)
	}
	if !h.known {
		return timeline.Summary{}, fmt.Errorf("%s: %w", path, adapter.ErrFormat)
	}
	return h.summary(path, info), nil
}

func vanished(path string) bool {
	_, err := os.Lstat(path)
	return os.IsNotExist(err)
}

func (h *head) summary(path string, info fs.FileInfo) timeline.Summary {
	s := timeline.Summary{
		CLI:     format.Name,
		ID:      format.SessionID(path),
		Path:    path,
		Project: h.meta.Get("cwd").String(),
		Branch:  h.meta.Get("git", "branch").String(),
		Title:   h.title,
		Model:   h.model,
		Version: h.meta.Get("cli_version").String(),
		Updated: info.ModTime(),
		Bytes:   info.Size(),
		Parent:  parentThread(h.meta),
	}
	if s.Project == "" {
		s.Project = h.folder
	}
	if s.Parent == "" {
		s.ForkedFrom = h.meta.Get("forked_from_id").String()
	}
	if created, err := time.Parse(time.RFC3339, h.meta.Get("timestamp").String()); err == nil {
		s.Created = created
	}
	return s
}

// readMeta returns the metadata of a rollout, or nil when it cannot be read.
func readMeta(path string) jsonl.Value {
	file, err := regular.Open(filepath.Clean(path))
	if err != nil {
		return nil
	}
	defer file.Close()
	var heads headReader
	h, err := heads.read(file, func(h *head) bool { return h.meta != nil })
	if err != nil {
		return nil
	}
	return h.meta
}
