package catalog

import (
	"fmt"

	"stead/internal/sys/filestat"
)

// doubtOf says who else may write to a file or folder. It is empty if it belongs to the user or the administrators, and
// no others may write to it.
func doubtOf(path string) string {
	isOwn, other, err := filestat.Access(path)
	switch {
	case err != nil:
		return fmt.Sprintf("stead cannot tell who may write to %s: %v", path, err)
	case !isOwn:
		return path + " belongs to another user"
	case other != "":
		return fmt.Sprintf("%s may write to %s", other, path)
	}
	return ""
}
