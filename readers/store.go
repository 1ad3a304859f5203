package readers

import (
	"bytes"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
)

// FolderStore returns the store of a CLI whose root is a folder, or nothing if that folder does not exist. Below names
// a subfolder that must exist, too. It distinguishes the CLI from others that only keep some files under the same root.
// Without it, the root itself suffices.
func FolderStore(cli, root string, below ...string) []adapter.Store {
	if info, err := os.Stat(filepath.Join(append([]string{root}, below...)...)); err != nil || !info.IsDir() {
		return nil
	}
	return []adapter.Store{{CLI: cli, Root: root}}
}

// AnyLine reports whether any line of a file's first bytes is in a format. One sound line among damaged ones is enough.
func AnyLine(head []byte, isOwn func(line []byte) bool) bool {
	for line := range bytes.Lines(head) {
		if isOwn(line) {
			return true
		}
	}
	return false
}
