package catalog

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"stead/internal/sys/filestat"
)

// isForeign reports whether a session is in a place that not only its user's own programs write to. The trusted places
// are a store of its CLI, and stead's data folder, which has the journals of runs and the sessions that arrive from the
// user's other machines. What the file says about itself does not count. Doubt is as in [Source].
func (r resolver) isForeign(s Source) (isForeign bool, doubt string) {
	path, err := filepath.EvalSymlinks(s.Location.Path)
	if err != nil || s.piped != "" || !r.isStored(s, path) {
		return true, ""
	}
	doubt = cmp.Or(doubtOf(path), doubtOf(filepath.Dir(path)))
	return doubt != "", doubt
}

func (r resolver) isStored(s Source, path string) bool {
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

// doubtOf says who else may write to a file or folder. It is empty if the user owns it and no others may write to it.
// Group write access is allowed: on many systems each user has a private group, and programs create files that it can
// write to.
func doubtOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Sprintf("stead cannot tell who may write to %s", path)
	}
	user, ok := filestat.Owner(info)
	switch {
	case !ok:
		return "this system does not report the owner of " + path
	case user != os.Getuid():
		return fmt.Sprintf("%s belongs to another user (%d)", path, user)
	case info.Mode().Perm()&0o002 != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0):
		return fmt.Sprintf("any user may write to %s (chmod o-w prevents that)", path)
	}
	return ""
}
