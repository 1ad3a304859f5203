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

// listers is how many files are looked into at once: more gain nothing, as the work is done by the kernel.
const listers = 2

type row struct {
	summary timeline.Summary
	err     error
	skip    bool
}

// List yields the store's sessions, from the head of each rollout. See [readers.Reader].
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		paths, rows := make(chan string, 64), make(chan row, 64)
		var workers, walker sync.WaitGroup
		walker.Go(func() { walk(ctx, store.Root, query, paths, rows) })
		for range listers {
			workers.Go(func() { summarizeAll(paths, rows) })
		}
		go func() {
			walker.Wait()
			workers.Wait()
			close(rows)
		}()
		defer drain(rows)
		defer cancel()
		for r := range rows {
			if r.err == nil && (r.skip || (query.Project != "" && r.summary.Project != query.Project)) {
				continue
			}
			if !yield(r.summary, r.err) {
				return
			}
		}
	}
}

// drain waits until nobody works on a list any more.
func drain(rows <-chan row) {
	for range rows {
	}
}

// walk sends the paths that the query asks for. A compressed rollout is sent where its plain form is missing.
func walk(ctx context.Context, root string, query readers.Query, paths chan<- string, rows chan<- row) {
	defer close(paths)
	for path, err := range format.Rollouts(root) {
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			rows <- row{err: fmt.Errorf("list %s: %w", path, err)}
			continue
		}
		if plain, compressed := strings.CutSuffix(path, format.CompressedExtension); compressed && !vanished(plain+format.Extension) {
			continue
		}
		if strings.HasPrefix(format.SessionID(path), query.Prefix) {
			paths <- path
		}
	}
}

func summarizeAll(paths <-chan string, rows chan<- row) {
	var heads headReader
	for path := range paths {
		summary, err := heads.summarize(path)
		rows <- row{summary: summary, err: err, skip: err == nil && summary.ID == ""}
	}
}

// summarize returns a rollout's row, or the zero row when it has vanished meanwhile.
func (r *headReader) summarize(path string) (timeline.Summary, error) {
	file, err := openFile(path)
	if err != nil && vanished(path) {
		return timeline.Summary{}, nil
	}
	if err != nil {
		return timeline.Summary{}, fmt.Errorf("list sessions: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Summary{}, fmt.Errorf("list sessions: %w", err)
	}
	h, err := r.read(file, (*head).complete)
	if err != nil {
		return timeline.Summary{}, fmt.Errorf("list sessions: read %s: %w", path, err)
	}
	if !h.known {
		return timeline.Summary{}, fmt.Errorf("list sessions: %s: %w", path, adapter.ErrFormat)
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
