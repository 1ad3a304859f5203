package catalog

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// isForeign reports whether a session lies elsewhere than where its user's own programs alone write: in a store of its
// CLI, or in stead's data folder, among the journals of runs or where the sessions of the user's other machines arrive.
// What the file says of itself does not count. Doubt is as [Source] has it.
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

// doubtOf says who else may write a file or folder: empty when it is its user's, and nobody may. A group may: on many
// systems each user has one of their own, and programs write their files for it.
func doubtOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Sprintf("nobody can say who may write %s", path)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return "this system does not say whose " + path + " is"
	case int(stat.Uid) != os.Getuid():
		return fmt.Sprintf("%s belongs to another user (%d)", path, stat.Uid)
	case info.Mode().Perm()&0o002 != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0):
		return fmt.Sprintf("everybody may write %s (chmod o-w takes that away)", path)
	}
	return ""
}
