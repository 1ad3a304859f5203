package catalog

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// isOwn reports whether a session lies where only its user's own programs write: in a store of its CLI, or in stead's data folder, among the journals of runs
// or where the sessions of the user's other machines arrive. What the file says of itself does not count.
func (r resolver) isOwn(s Source) bool {
	path, err := filepath.EvalSymlinks(s.Location.Path)
	if err != nil || s.piped != "" || !isPrivate(path) || !isPrivate(filepath.Dir(path)) {
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

// isPrivate reports whether a file or folder is its user's, and nobody else may write it. A group may: on many systems each user has one of their own, and
// programs write their files for it.
func isPrivate(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	isOpen := info.Mode().Perm()&0o002 != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0)
	return ok && int(stat.Uid) == os.Getuid() && !isOpen
}
