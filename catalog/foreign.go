package catalog

import (
	"cmp"
	"path/filepath"
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
