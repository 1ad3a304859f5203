package universal

import (
	"os"
	"path/filepath"

	"stead/timeline"
)

// resolve says where an attachment's bytes lie: beside the file when its path is relative, or in the blob store, where they are
// looked for by their digest when they are nowhere else.
func (s source) resolve(a *timeline.Attachment) {
	if !a.Data.IsEmpty() {
		return
	}
	if a.Path != "" && !filepath.IsAbs(a.Path) {
		a.Path = filepath.Join(filepath.Dir(s.path), a.Path)
	}
	if a.SHA256 == "" {
		return
	}
	if _, err := os.Stat(a.Path); err != nil {
		if path, err := s.blobs.Find(a.SHA256); err == nil {
			a.Path = path
		}
	}
}
