package readers

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrOutside means that a file of a store is a link to a place outside it.
var ErrOutside = errors.New("a link out of the store")

// Inside returns an error that wraps ErrOutside if a path below a store's root leads out of it through a symbolic link.
// Lists do not follow these links. A path that does not exist is not an error.
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
