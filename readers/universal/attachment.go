package universal

import (
	"path/filepath"
	"strings"

	"stead/timeline"
)

// resolve says where an attachment's bytes lie: in the blob store by their digest, or beside the session's file, in its folder or below.
// Any other path stays a name that nobody follows: it may be a stranger's, and name a file of the user's.
func (s source) resolve(a *timeline.Attachment) {
	if !a.Data.IsEmpty() {
		return
	}
	if path, err := s.blobs.Find(a.SHA256); err == nil {
		a.Path, a.Root = path, filepath.Dir(path)
		return
	}
	if a.Path == "" {
		return
	}
	path := a.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.folder, path)
	}
	if inside, err := filepath.Rel(s.folder, path); err == nil && isPlain(inside) {
		a.Path, a.Root = path, s.folder
	}
}

// isPlain reports whether a path stays in the folder that it begins in, and passes through nothing hidden: a session that lies in the user's
// home has the keys of other programs beside it.
func isPlain(path string) bool {
	return filepath.IsLocal(path) && !strings.HasPrefix(path, ".") && !strings.Contains(path, string(filepath.Separator)+".")
}
