package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Approvals remembers which projects' templates the user lets run their commands: an empty file each, named for
// [Template.Digest], so that a template that has changed is asked for again.
type Approvals struct {
	// Folder holds them. It need not exist.
	Folder string
}

// Has reports whether the template was approved as it is now.
func (a Approvals) Has(t Template) (bool, error) {
	_, err := os.Stat(filepath.Join(a.Folder, t.Digest()))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the approval of template %s: %w", t.Name, err)
	}
	return true, nil
}

// Add remembers that the template was approved.
func (a Approvals) Add(t Template) error {
	err := os.MkdirAll(a.Folder, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(a.Folder, t.Digest()), nil, 0o600)
	}
	if err != nil {
		return fmt.Errorf("remember the approval of template %s: %w", t.Name, err)
	}
	return nil
}
