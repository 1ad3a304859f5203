package socket

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"stead/internal/sys/filestat"
)

// longestPath is the length of a socket's address that all systems accept: macOS allows 104 bytes, Linux 108.
const longestPath = 100

// temporary is the folder for temporary files. It ignores TMPDIR and uses the shortest name, because socket addresses
// must be short. It is a variable for tests.
var temporary = "/tmp"

// Path returns the path of a run's socket: in stead's state folder, or if that makes the address too long, in the
// user's folder below the folder for temporary files. The name there is derived from the first path.
func Path(state, run string) string {
	path := filepath.Join(state, "sockets", run)
	if len(path) <= longestPath {
		return path
	}
	digest := sha256.Sum256([]byte(state))
	return filepath.Join(temporary, fmt.Sprintf("stead-%d", os.Getuid()), hex.EncodeToString(digest[:6]), run)
}

// secure creates the folder of a socket, accessible to its user only. Someone else may already have created one below
// /tmp.
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
		user, ok := filestat.Owner(info) // where users have no numbers, folders have no such permissions either
		if !info.IsDir() || ok && (user != os.Getuid() || info.Mode().Perm()&0o077 != 0) {
			return fmt.Errorf("%s: %w", dir, errShared)
		}
	}
	return nil
}

var errShared = errors.New("the folder belongs to somebody else, or others may write into it: remove it")
