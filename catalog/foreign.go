package catalog

import (
	"os"
	"path/filepath"
	"syscall"
)

// isOwn reports whether a session that was found by its path lies where only its user's own programs write: in a store of its CLI, or in stead's own folder
// with the journals of runs. What the file says of itself does not count.
func (r resolver) isOwn(s Source) bool {
	path, err := filepath.EvalSymlinks(s.Location.Path)
	if err != nil || s.piped != "" || !isPrivate(path) {
		return false
	}
	for _, store := range s.Reader.Discover(r.options.Host) {
		if isBelow(store.Root, path) {
			return true
		}
	}
	return isBelow(filepath.Dir(r.options.Runs.Root), path)
}

func isBelow(root, path string) bool {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	inside, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(inside)
}

// isPrivate reports whether a file is its user's, and nobody else may write it.
func isPrivate(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid() && info.Mode().Perm()&0o002 == 0
}
