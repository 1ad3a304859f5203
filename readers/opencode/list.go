package opencode

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/readers"
	"stead/timeline"
)

// Places yields the store as one place: its databases and the files of its tree, because a session may be in several of
// them.
func (Reader) Places(_ context.Context, store adapter.Store, _ readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		place := readers.Place{Store: store, Path: store.Root}
		for _, path := range format.Databases(store.Root) {
			place.Files = append(place.Files, readers.LookAt(path), readers.LookAt(path+"-wal"))
		}
		for _, path := range format.TreeSessions(store.Root) {
			place.Files = append(place.Files, readers.LookAt(path))
		}
		if len(place.Files) > 0 {
			yield(place, nil)
		}
	}
}

// Summaries yields the store's sessions, from their rows alone. It lists a session of the tree only once if a database
// also holds it. See [readers.Reader].
func (Reader) Summaries(ctx context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		l := lister{yield: yield, listed: map[string]bool{}}
		for _, path := range format.Databases(place.Path) {
			if !l.database(ctx, place.Path, path) {
				return
			}
		}
		for _, path := range format.TreeSessions(place.Path) {
			if ctx.Err() != nil || !l.file(path) {
				return
			}
		}
	}
}

type lister struct {
	yield  func(timeline.Summary, error) bool
	listed map[string]bool
}

// database lists one database. It reports whether to continue.
func (l *lister) database(ctx context.Context, root, path string) bool {
	err := refuseLink(root, path)
	var rows []format.Row
	if err == nil {
		rows, err = format.ListSessions(ctx, path)
	}
	for _, row := range rows {
		if !l.session(path, row) {
			return false
		}
	}
	return err == nil || l.yield(timeline.Summary{}, err)
}

// refuseLink returns an error for a link that leads out of the store, because the owner of those sessions is unknown.
func refuseLink(root, path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 || path == root {
		return err
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if home, err := filepath.EvalSymlinks(root); err == nil && filepath.Dir(target) == home {
		return nil
	}
	return fmt.Errorf("%s: it is a link to %s, outside of the store, and was not followed", path, target)
}

func (l *lister) file(path string) bool {
	if id := format.TreeSessionID(path); l.listed[id] {
		return true
	}
	row, err := format.ReadTreeSession(path)
	if err != nil {
		return l.yield(timeline.Summary{}, err)
	}
	return l.session(path, row)
}

func (l *lister) session(path string, row format.Row) bool {
	l.listed[row.ID] = true
	return l.yield(summary(path, row), nil)
}

func summary(path string, row format.Row) timeline.Summary {
	s := timeline.Summary{
		CLI:     format.Name,
		ID:      row.ID,
		Path:    path,
		Project: row.Get("directory").String(),
		Title:   row.Get("title").String(),
		Model:   row.Get("model", "id").String(),
		Version: row.Get("version").String(),
		Updated: time.UnixMilli(row.Get("time_updated").Int()),
		Parent:  row.Get("parent_id").String(),
	}
	if created := row.Get("time_created").Int(); created > 0 {
		s.Created = time.UnixMilli(created)
	}
	if strings.TrimSpace(s.Title) == "" {
		s.Title = row.Get("slug").String()
	}
	if info, err := os.Stat(path); err == nil && strings.HasSuffix(path, ".json") {
		s.Bytes = info.Size()
	}
	return s
}
