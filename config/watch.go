package config

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"stead/internal/sys/notices"
)

// settleTime is how long a file must be left alone before it is read: editors write in several steps.
const settleTime = 100 * time.Millisecond

// longestSettle is after how long it is read though something in its folder, or in one above it, always changes.
const longestSettle = 10 * settleTime

// Watch reads the configuration anew, by [Load], when its file changes. viper's own WatchConfig is not used, because it
// cannot be ended, ends the process when the system gives no more watches, stops when an editor removes the file before
// it writes it again, and does not see a file in a folder that is made later or behind a link.
//
// It calls changed with the new configuration each time that the file changes what it says, until ctx ends. A file that
// has become wrong is reported to failed, and what was in effect stays so. Both are called from the one goroutine that
// Watch runs in; it returns when ctx ends, or at once with an error when files cannot be watched.
func Watch(ctx context.Context, in Input, current Config, changed func(Config), failed func(error)) error {
	watcher := notices.New(0)
	defer watcher.Close()
	w := watch{in: in, current: current, watcher: watcher, changed: changed, failed: failed}
	w.follow()
	return w.run(ctx)
}

type watch struct {
	in      Input
	current Config
	watcher *notices.Watcher
	lastErr string
	changed func(Config)
	failed  func(error)
}

func (w *watch) run(ctx context.Context) error {
	quiet := time.NewTimer(settleTime) // runs at first too, for what changed since current was read
	defer quiet.Stop()
	for since := (time.Time{}); ; {
		select {
		case <-ctx.Done():
			return nil
		case _, open := <-w.watcher.Events:
			if !open {
				return nil
			}
			if since.IsZero() {
				since = time.Now()
			}
			quiet.Reset(rest(since, time.Now()))
		case err := <-w.watcher.Errors:
			w.failed(fmt.Errorf("watch the configuration: %w", err))
		case <-quiet.C:
			since = time.Time{}
			w.follow()
			w.reload()
		}
	}
}

// rest is how long to wait after a change at a time, since the first one that was not looked at.
func rest(since, now time.Time) time.Duration {
	return min(settleTime, since.Add(longestSettle).Sub(now))
}

// follow watches the folder of the file, because a file that is replaced takes its own watch with it, and the folder of
// the file that a link points to. Of a folder that does not exist yet, the nearest one above it is watched.
func (w *watch) follow() {
	file := w.current.Folders.File()
	folders := []string{filepath.Dir(file)}
	if target, err := filepath.EvalSymlinks(file); err == nil {
		folders = append(folders, filepath.Dir(target))
	}
	for _, folder := range folders {
		if err := w.add(folder); err != nil {
			w.failed(fmt.Errorf("watch %s: %w", folder, err))
		}
	}
}

// add watches the nearest folder that exists, and looks again afterwards: the next one may have been made meanwhile.
func (w *watch) add(folder string) error {
	for {
		nearest := nearestFolder(folder)
		if err := w.watcher.Add(nearest); err != nil {
			return err
		}
		if nearest == nearestFolder(folder) {
			return nil
		}
	}
}

func nearestFolder(folder string) string {
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			break
		}
		folder = filepath.Dir(folder)
	}
	return folder
}

// reload reads the configuration and tells what is new: another configuration, or another mistake.
func (w *watch) reload() {
	next, err := Load(w.in)
	if err != nil {
		if w.lastErr != err.Error() {
			w.lastErr = err.Error()
			w.failed(err)
		}
		return
	}
	w.lastErr = ""
	if reflect.DeepEqual(next.values(), w.current.values()) {
		return
	}
	w.current = next
	w.changed(next)
}

// values are the settings without their origins: a line that moved is no change.
func (c Config) values() map[string]any {
	values := map[string]any{}
	for _, s := range c.settings {
		values[s.Key] = s.Value
	}
	return values
}
