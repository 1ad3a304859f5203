//go:build unix

package installed

import "os"

// program returns the path if a program is there.
func program(path string) (string, bool) {
	info, err := os.Stat(path)
	return path, err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
