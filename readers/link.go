package readers

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrOutside says that a file of a store is a link to somewhere else.
var ErrOutside = errors.New("a link out of the store")

// Inside returns an error that wraps ErrOutside when a path below a store's root leads out of it through a symbolic
// link: lists do not follow those. A path that does not exist is no error.
func Inside(root, path string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return err
	}
	if relative, err := filepath.Rel(root, target); err != nil || relative == ".." ||
		strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return fmt.Errorf("%s is %w, to %s", path, ErrOutside, target)
	}
	return nil
}
