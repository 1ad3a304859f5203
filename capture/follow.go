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

// Poll is the polling interval of a store, for changes without a notification.
const Poll = time.Second

// Follow passes on what the tail reads, from now until the context ends, and then once more what came last: a caller
// that ends the context after the CLI has exited gets every record. Follow calls seen only from its own goroutine and
// stops if seen fails. Errors are those of the tail and of seen, never that of the context.
func Follow(ctx context.Context, tail readers.Tail, poll time.Duration, seen func(readers.Progress) error) error {
	return look(ctx, tail.Watch(), poll, func(ctx context.Context) error { return advance(ctx, tail, seen) })
}

// End returns the current length of a file, or 0 if it does not exist. Appended data starts there.
func End(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Lines passes on each line of a file after an offset ([End]), without its line end, including lines that are appended
// later. The file need not exist yet, but its folder must. Otherwise it is like Follow.
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

// look calls advance whenever something in the folders has changed, and at each poll, until the context ends, and then
// once more.
func look(ctx context.Context, folders []string, poll time.Duration, advance func(context.Context) error) error {
	watcher := watch(folders)
	defer watcher.Close()
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	looking := context.WithoutCancel(ctx) // an interrupted call could lose what it had already found
	for {
		if err := advance(looking); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return advance(looking)
		case <-watcher.Events:
		case <-watcher.Errors: // an overflow: something has changed
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

// watch watches folders, not files: a CLI may replace a file, and a watch on the old file would miss later changes.
func watch(folders []string) *notices.Watcher {
	watcher := notices.New(64)
	for _, folder := range folders {
		// The poll covers a folder that cannot be watched.
		_ = watcher.Add(folder)
	}
	return watcher
}
