package claude

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"stead/internal/adapter"
	"stead/internal/format/claude"
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
			yield(timeline.Summary{}, err)
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
	projects := claude.ProjectsFolder(store.Root)
	folders, err := os.ReadDir(projects)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var paths []string
	for _, folder := range folders {
		if query.Project != "" && folder.Name() != claude.ProjectFolder(query.Project) {
			continue
		}
		files, err := os.ReadDir(filepath.Join(projects, folder.Name()))
		if err != nil {
			continue // a file beside the folders
		}
		for _, file := range files {
			id, isSession := strings.CutSuffix(file.Name(), claude.Extension)
			if isSession && isFile(file) && claude.IsSessionID(id) && strings.HasPrefix(id, query.Prefix) {
				paths = append(paths, filepath.Join(projects, folder.Name(), file.Name()))
			}
		}
	}
	return paths, nil
}

// isFile reports whether an entry is a file or a link: opening a pipe would wait for whoever writes into it.
func isFile(entry fs.DirEntry) bool {
	return entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0
}
