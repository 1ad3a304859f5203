package universal

import (
	"path/filepath"

	"stead/timeline"
)

// resolve says where an attachment's bytes lie: in the document, or in stead's store of attachments by their digest.
// Any path stays a name that nobody follows: it may be a stranger's, and name a file of the user's.
func (s source) resolve(a *timeline.Attachment) {
	if !a.Data.IsEmpty() {
		return
	}
	if path, err := s.blobs.Find(a.SHA256); err == nil {
		a.Path, a.Root = path, filepath.Dir(path)
	}
}
