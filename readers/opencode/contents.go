package opencode

import (
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Container = Reader{}

// Contents yields the sessions of a database, or those below a folder: the CLI's data folder, or the tree of older
// versions in it.
func (r Reader) Contents(ctx context.Context, path string) iter.Seq2[timeline.Summary, error] {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && !isDatabase(path) {
		return func(func(timeline.Summary, error) bool) {} // a session of its own
	}
	root := path
	if info, err := os.Stat(filepath.Join(path, "session")); err == nil && info.IsDir() &&
		len(format.TreeSessions(path)) == 0 {
		root = filepath.Dir(filepath.Clean(path)) // the path is the tree itself
	}
	return readers.List(ctx, r, adapter.Store{CLI: format.Name, Root: root}, readers.Query{})
}

func isDatabase(path string) bool {
	file, err := regular.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, 64)
	_, err = io.ReadFull(file, head)
	return err == nil && format.IsDatabase(head)
}
