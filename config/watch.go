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

// settleTime is how long a file must be unchanged before it is read, because editors write in several steps.
const settleTime = 100 * time.Millisecond

// longestSettle is the time after which the file is read even if its folder, or one above it, changes all the time.
const longestSettle = 10 * settleTime

// Watch reads the configuration again with [Load] when its file changes. It does not use viper's own WatchConfig. That
// cannot be ended, ends the process when the system gives no more watches, stops when an editor removes the file before
// it writes it again, and does not see a file in a folder that is created later or behind a link.
//
// It calls changed with the new configuration each time that the settings in the file change, until ctx ends. If the
// file becomes invalid, it calls failed, and the previous settings stay in effect. It calls both from its own
// goroutine. It returns when ctx ends, or immediately with an error if files cannot be watched.
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
	quiet := time.NewTimer(settleTime) // runs at first too, for changes since current was read
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

// rest returns how long to wait after a change at a time, given the time of the first change that was not handled.
func rest(since, now time.Time) time.Duration {
	return min(settleTime, since.Add(longestSettle).Sub(now))
}

// follow watches the folder of the file, because a file that is replaced takes its own watch with it, and the folder of
// the file that a link points to. If a folder does not exist yet, follow watches its nearest existing parent.
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

// add watches the nearest existing folder, and checks again afterwards, because the next one may have been created
// meanwhile.
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

// reload reads the configuration and reports changes: another configuration, or another error.
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

// values returns the settings without their origins, because a line that moved is not a change.
func (c Config) values() map[string]any {
	values := map[string]any{}
	for _, s := range c.settings {
		values[s.Key] = s.Value
	}
	return values
}
