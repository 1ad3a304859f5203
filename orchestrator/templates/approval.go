package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Approvals remembers which projects' templates the user allows to run their commands. Each approval is an empty file
// named after [Template.Digest], so a template that has changed needs a new approval.
type Approvals struct {
	// Folder holds the approvals. It need not exist.
	Folder string
}

// Has reports whether this version of the template was approved.
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

// Add records that the template was approved.
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
