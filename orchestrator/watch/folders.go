package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	watching "stead/internal/sys/notices"
)

// mostFolders is the maximum number of watched folders. Linux gives all programs of a user together some ten thousand
// watches on a small machine (fs.inotify.max_user_watches). Folders that are not watched are polled.
const mostFolders = 2000

// folders are the watched folders. They are safe for use by several goroutines.
type folders struct {
	notices *watching.Watcher
	most    int

	mutex    sync.Mutex
	watched  map[string]bool
	full     error
	reported bool
}

func newFolders(notices *watching.Watcher, most int) *folders {
	return &folders{notices: notices, most: most, watched: map[string]bool{}}
}

// add watches a folder. A folder that does not exist, or must not be read, is left to the poll.
func (f *folders) add(folder string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.watched[folder] || f.full != nil {
		return
	}
	err := f.notices.Add(folder)
	switch {
	case err == nil:
		f.watched[folder] = true
		if len(f.watched) >= f.most {
			f.full = fmt.Errorf("%d folders are watched already", f.most)
		}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
	default:
		f.full = err
	}
}

// addNew watches a path that was created just now, if it is a folder.
func (f *folders) addNew(path string) {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		f.add(path)
	}
}

// addUpTo watches the folder of a session's file and its parents up to the store's root, because a new session may be
// in a new folder.
func (f *folders) addUpTo(path, root string) {
	if root == "" {
		return
	}
	for folder := filepath.Dir(path); len(folder) > len(root); folder = filepath.Dir(folder) {
		f.add(folder)
	}
}

// removed records that a path is gone, which may have been a folder. Its watch went with it, so that a new folder of
// the same name gets a new one.
func (f *folders) removed(path string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.watched, path)
}

// problem reports once that some folders are not watched.
func (f *folders) problem() error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.full == nil || f.reported {
		return nil
	}
	f.reported = true
	return fmt.Errorf("not every folder can be watched, so some sessions are only checked every %v: %w", poll, f.full)
}
