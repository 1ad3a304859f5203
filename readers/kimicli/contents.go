package kimicli

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	format "stead/adapters/kimicli"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Container = Reader{}

// Contents yields the session in a folder.
func (Reader) Contents(_ context.Context, path string) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		path, err := filepath.Abs(path) // the folder's name is the session's id
		if err != nil {
			yield(timeline.Summary{}, err)
			return
		}
		if info, err := os.Stat(format.ContextPath(path)); err != nil || !info.Mode().IsRegular() {
			return
		}
		root, bucket := format.RootOf(format.ContextPath(path))
		known, _ := format.WorkDirs(root) // a folder outside of a store is in no project
		s, err := summarize(format.ContextPath(path), known[bucket])
		if err != nil {
			err = fmt.Errorf("list sessions: %w", err)
		}
		if err != nil || s.ID != "" {
			yield(s, err)
		}
	}
}
