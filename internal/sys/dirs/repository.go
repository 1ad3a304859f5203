package dirs

import (
	"os"
	"path/filepath"
)

// IsRepository reports whether a folder is the root of a working tree, without running git: its .git is a repository,
// or the file that points to one. An empty .git folder does not count: the sandbox of codex 0.169.0 leaves one in
// folders to which its commands may write, such as /tmp.
func IsRepository(dir string) bool {
	data := filepath.Join(dir, ".git")
	info, err := os.Stat(data)
	if err != nil || !info.IsDir() {
		return err == nil
	}
	_, err = os.Lstat(filepath.Join(data, "HEAD"))
	return err == nil
}
