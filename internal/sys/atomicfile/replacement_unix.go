//go:build unix

package atomicfile

import (
	"os"

	"github.com/google/renameio/v2"
)

// Replacement is a new file that can take the place of another. The caller must call Discard.
type Replacement struct {
	*os.File
	pending *renameio.PendingFile
}

// NewReplacement returns an empty file in the folder of the file that it can replace. Only its user may read it or,
// with keep, whoever may read the old one.
func NewReplacement(path string, keep bool) (*Replacement, error) {
	options := []renameio.Option{renameio.WithPermissions(0o600)}
	if keep {
		options = append(options, renameio.WithExistingPermissions())
	}
	pending, err := renameio.NewPendingFile(path, options...)
	if err != nil {
		return nil, err
	}
	return &Replacement{pending.File, pending}, nil
}

// Replace writes the file to the disk, closes it and puts it in the place of the other.
func (r *Replacement) Replace() error { return r.pending.CloseAtomicallyReplace() }

// Discard removes the file, unless it has replaced the other.
func (r *Replacement) Discard() error { return r.pending.Cleanup() }
