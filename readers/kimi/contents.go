package kimi

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"

	"stead/readers"
	"stead/timeline"
)

var _ readers.Container = Reader{}

// Contents yields the session in a folder, or the sessions in a project's folder.
func (Reader) Contents(ctx context.Context, path string) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		path, err := filepath.Abs(path) // the folder's name is the session's id
		if err != nil {
			yield(timeline.Summary{}, err)
			return
		}
		below, err := folders(path, "")
		if err != nil {
			return // a file, which holds no other session
		}
		for _, folder := range append([]string{path}, below...) {
			s, err := summarize(folder)
			if err != nil {
				err = fmt.Errorf("list sessions: %w", err)
			}
			if ctx.Err() != nil || (err != nil || s.ID != "") && !yield(s, err) {
				return
			}
		}
	}
}
