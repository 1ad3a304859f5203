package watch

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// notice finds out which session a change belongs to.
func (w *watcher) notice(ctx context.Context, n fsnotify.Event) {
	if n.Has(fsnotify.Remove) || n.Has(fsnotify.Rename) {
		w.folders.removed(n.Name)
	}
	if n.Op == fsnotify.Chmod {
		return
	}
	if n.Has(fsnotify.Create) {
		w.folders.addNew(n.Name)
	}
	if w.followers.wake(n.Name) {
		return
	}
	w.followers.wakeIn(filepath.Dir(n.Name))
	for _, s := range w.indexes {
		if !s.holds(n.Name) {
			continue
		}
		if changed, ok := s.sole(n.Name); ok {
			w.follow(ctx, s, changed)
			return
		}
		s.suspect(n.Name)
	}
	w.list(ctx)
}

// list lists the stores that are due.
func (w *watcher) list(ctx context.Context) {
	for _, s := range w.indexes {
		if s.due(time.Now()) {
			go s.list(ctx, w.Catalog, w.listings)
			s.listing = true
		}
	}
}

// apply follows the sessions of a listing that have changed.
func (w *watcher) apply(ctx context.Context, found listing) {
	s := found.storeIndex
	changed := s.apply(found)
	for _, root := range s.roots {
		w.folders.add(root)
	}
	for _, summary := range found.Sessions {
		w.folders.addUpTo(summary.Path, s.rootOf(summary.Path))
	}
	for _, summary := range changed {
		if w.Now().Sub(summary.Updated) < fresh {
			w.follow(ctx, s, summary)
		}
	}
}
