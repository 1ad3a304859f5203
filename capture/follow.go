package capture

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/notices"
	"stead/readers"
)

// Poll is the polling interval of a store, for changes that nothing announces.
const Poll = time.Second

// Follow hands on what the tail sees, from now until the context ends, and then once more what came last: whoever ends
// the context after the CLI has exited gets every record. Seen is called from this goroutine only; its error ends the
// following. Errors are those of the tail and of seen, never the context's end.
func Follow(ctx context.Context, tail readers.Tail, poll time.Duration, seen func(readers.Progress) error) error {
	return look(ctx, tail.Watch(), poll, func(ctx context.Context) error { return advance(ctx, tail, seen) })
}

// End returns where a file ends now, 0 where there is none: what is appended later stands behind that.
func End(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Lines hands on each line of a file that stands behind a place ([End]), without its end, also those that are appended;
// it need not exist yet, but its folder must. It is otherwise as Follow.
func Lines(ctx context.Context, path string, begin int64, poll time.Duration, seen func(line []byte) error) error {
	tail := jsonl.NewTail(path, begin, 0)
	return look(ctx, []string{filepath.Dir(path)}, poll, func(context.Context) error {
		lines, err := tail.Next()
		for _, line := range lines {
			if err := seen(line.Bytes); err != nil {
				return err
			}
		}
		return err
	})
}

// look calls advance whenever something in the folders has changed, and now and then, until the context ends, and then
// once more.
func look(ctx context.Context, folders []string, poll time.Duration, advance func(context.Context) error) error {
	watcher := watch(folders)
	defer watcher.Close()
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	looking := context.WithoutCancel(ctx) // a look that were broken off could lose what it had found already
	for {
		if err := advance(looking); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return advance(looking)
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
	if len(progress.Entries) == 0 && progress.Turn == "" && !progress.Moved {
		return nil
	}
	return seen(progress)
}

// watch watches folders, not files: a CLI may replace a file, and a watch on the old one would see nothing more.
func watch(folders []string) *notices.Watcher {
	watcher := notices.New(64)
	for _, folder := range folders {
		// A folder that cannot be watched is polled: that is what the poll is for.
		_ = watcher.Add(folder)
	}
	return watcher
}
