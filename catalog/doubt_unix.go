//go:build unix

package catalog

import (
	"fmt"
	"io/fs"
	"os"

	"stead/internal/sys/filestat"
)

// doubtOf says who else may write to a file or folder. It is empty if the user owns it and no others may write to it.
// Group write access is allowed: on many systems each user has a private group, and programs create files that it can
// write to.
func doubtOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Sprintf("stead cannot tell who may write to %s", path)
	}
	user, ok := filestat.Owner(info)
	switch {
	case !ok:
		return "this system does not report the owner of " + path
	case user != os.Getuid():
		return fmt.Sprintf("%s belongs to another user (%d)", path, user)
	case info.Mode().Perm()&0o002 != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0):
		return fmt.Sprintf("any user may write to %s (chmod o-w prevents that)", path)
	}
	return ""
}
