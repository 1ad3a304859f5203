package capture

import (
	"context"
	"fmt"
	"time"

	"github.com/fsnotify/fsnotify"

	"stead/readers"
)

// Poll is how often a store is looked at when nothing announces a change.
const Poll = time.Second

// Follow hands on what the tail sees, from now until the context ends, and then once more what came last: whoever ends
// the context after the CLI has exited gets every record. Seen is called from this goroutine only; its error ends the following.
// Errors are those of the tail and of seen, never the context's end.
func Follow(ctx context.Context, tail readers.Tail, poll time.Duration, seen func(readers.Progress) error) error {
	watcher, err := watch(tail.Watch())
	if err != nil {
		return err
	}
	defer watcher.Close()
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	looking := context.WithoutCancel(ctx) // a look that were broken off could lose what it had found already
	for {
		if err := advance(looking, tail, seen); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return advance(looking, tail, seen)
		case <-watcher.Events:
		case <-watcher.Errors: // an overflow: something changed, whatever it was
		case <-ticker.C:
		}
	}
}

func advance(ctx context.Context, tail readers.Tail, seen func(readers.Progress) error) error {
	progress, err := tail.Next(ctx)
	if err != nil {
		return fmt.Errorf("follow the session: %w", err)
	}
	if len(progress.Entries) == 0 && progress.Turn == "" {
		return nil
	}
	return seen(progress)
}

// watch watches folders, not files: a CLI may replace a file, and a watch on the old one would see nothing more.
func watch(folders []string) (*fsnotify.Watcher, error) {
	watcher, err := fsnotify.NewBufferedWatcher(64)
	if err != nil {
		return nil, fmt.Errorf("watch the session's folder: %w", err)
	}
	for _, folder := range folders {
		// A folder that cannot be watched is polled: that is what the poll is for.
		_ = watcher.Add(folder)
	}
	return watcher, nil
}
