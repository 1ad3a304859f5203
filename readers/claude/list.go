package claude

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"stead/adapters/adapter"
	"stead/internal/format/claude"
	"stead/internal/treereader"
	"stead/readers"
	"stead/timeline"
)

// listers is how many files are looked into at the same time: the list waits for the file system, not for the processor.
const listers = 2

// List yields the store's sessions. See [readers.Reader].
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		paths, err := sessionFiles(store, query)
		if err != nil {
			yield(timeline.Summary{}, fmt.Errorf("list sessions: %w", err))
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		found, wait := summarizeAll(ctx, paths)
		defer wait()
		defer cancel()
		for f := range found {
			if f.err == nil && query.Project != "" && f.summary.Project != query.Project {
				continue
			}
			if errors.Is(f.err, adapter.ErrEmpty) {
				continue // the CLI lists no such file either
			}
			if !yield(f.summary, f.err) {
				return
			}
		}
	}
}

// listed is one file's row.
type listed struct {
	summary timeline.Summary
	err     error
}

// summarizeAll looks into the files. The channel is closed after the last, or when the context has ended; wait returns when nothing
// runs any more.
func summarizeAll(ctx context.Context, paths []string) (found <-chan listed, wait func()) {
	rows := make(chan listed, 64)
	var next atomic.Int64
	var workers, closer sync.WaitGroup
	for range listers {
		workers.Go(func() {
			var looker looker
			for at := next.Add(1) - 1; at < int64(len(paths)); at = next.Add(1) - 1 {
				s, err := looker.summarize(paths[at])
				select {
				case rows <- listed{s, err}:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	closer.Go(func() {
		workers.Wait()
		close(rows)
	})
	return rows, closer.Wait
}

// sessionFiles returns the paths of the store's sessions, as far as names can narrow them.
func sessionFiles(store adapter.Store, query readers.Query) ([]string, error) {
	project := ""
	if query.Project != "" {
		project = claude.ProjectFolder(query.Project)
	}
	return treereader.Files(claude.ProjectsFolder(store.Root), project, "", func(name string) bool {
		id, isSession := strings.CutSuffix(name, claude.Extension)
		return isSession && claude.IsSessionID(id) && strings.HasPrefix(id, query.Prefix)
	})
}
