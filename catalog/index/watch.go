package index

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	watching "stead/internal/sys/notices"
	"stead/readers"
)

// calm is how long nothing must be written before a refresh begins, busy how long it waits at most: a CLI at work
// writes many lines a second.
const (
	calm = 100 * time.Millisecond
	busy = time.Second
)

// Watch keeps the index fresh until the context ends: it refreshes now, and again whenever something was written into a
// store. Each refresh's report or error goes to done, which is not called by several goroutines at once. The error is
// that of the context, or of notices that ended.
func (x *Index) Watch(ctx context.Context, done func(Report, error)) error {
	return x.o.Watch(ctx, func() { done(x.Refresh(ctx, nil)) })
}

// Watch calls do now, and again whenever something was written into a store, until the context ends. It needs no index.
// While do is at work, what is written is only noted. The error is that of the context, or of notices that ended.
func (o Options) Watch(ctx context.Context, do func()) error {
	notices := watching.New(256)
	defer notices.Close()
	for ctx.Err() == nil {
		o.watchStores(ctx, notices)
		do()
		if err := waitForNews(ctx, notices); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// waitForNews returns when something was written, and then for a moment nothing more.
func waitForNews(ctx context.Context, notices *watching.Watcher) error {
	var quiet, late <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case _, ok := <-notices.Events:
			if !ok {
				return fsnotify.ErrClosed
			}
			if late == nil {
				late = time.After(busy)
			}
			quiet = time.After(calm)
		case _, ok := <-notices.Errors: // some notices were lost: something was written
			if !ok {
				return fsnotify.ErrClosed
			}
			return nil
		case <-quiet:
			return nil
		case <-late:
			return nil
		}
	}
}

// watchStores watches the folders of all places, and those above them up to their store's root, in which new ones
// appear. A folder that cannot be watched is looked at with the next refresh.
func (o Options) watchStores(ctx context.Context, notices *watching.Watcher) {
	seen := map[string]bool{}
	for _, r := range o.Readers {
		for _, store := range r.Discover(o.Host) {
			for place, err := range r.Places(ctx, store, readers.Query{}) {
				if err != nil {
					continue
				}
				for _, file := range place.Files {
					watchUp(filepath.Dir(file.Path), store.Root, seen, notices)
				}
			}
			watchUp(store.Root, store.Root, seen, notices)
		}
	}
	for _, folder := range notices.WatchList() {
		if !seen[folder] {
			_ = notices.Remove(folder) // it may be gone
		}
	}
}

// watchUp watches a folder and those above it, up to a root.
func watchUp(folder, root string, seen map[string]bool, notices *watching.Watcher) {
	for !seen[folder] {
		seen[folder] = true
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			_ = notices.Add(folder)
		}
		if len(folder) <= len(root) {
			return
		}
		folder = filepath.Dir(folder)
	}
}
