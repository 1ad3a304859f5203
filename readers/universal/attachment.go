package universal

import (
	"path/filepath"

	"stead/timeline"
)

// resolve sets the location of an attachment's bytes, which are in the document, or in stead's blob store under their
// digest. It does not follow any other path, because the file may come from a stranger, and the path may name a file of
// the user.
func (s source) resolve(a *timeline.Attachment) {
	if !a.Data.IsEmpty() {
		return
	}
	if path, err := s.blobs.Find(a.SHA256); err == nil {
		a.Path, a.Root = path, filepath.Dir(path)
	}
}
