package socket

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// longestPath is what a socket's address holds on all systems: 104 bytes on macOS, 108 on Linux.
const longestPath = 100

// temporary is the folder for temporary files: by its shortest name, whatever TMPDIR says, since an address is short. A
// variable for tests.
var temporary = "/tmp"

// Path returns where a run's socket is: in stead's folder for state, or, where that makes too long an address, in one
// of the user's below the folder for temporary files, with a name made from the first.
func Path(state, run string) string {
	path := filepath.Join(state, "sockets", run)
	if len(path) <= longestPath {
		return path
	}
	digest := sha256.Sum256([]byte(state))
	return filepath.Join(temporary, fmt.Sprintf("stead-%d", os.Getuid()), hex.EncodeToString(digest[:6]), run)
}

// secure makes the folder of a socket, for its user alone. One below /tmp may have been made by somebody else before.
func secure(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for _, dir := range []string{folder, filepath.Dir(folder)} {
		if filepath.Dir(dir) != temporary && dir != folder {
			continue
		}
		info, err := os.Lstat(dir)
		if err != nil {
			return err
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		if !ok || int(stat.Uid) != os.Getuid() || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
			return fmt.Errorf("%s: %w", dir, errShared)
		}
	}
	return nil
}

var errShared = errors.New("the folder belongs to somebody else, or others may write into it: remove it")
