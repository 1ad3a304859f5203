package readers

import (
	"bytes"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
)

// FolderStore returns the store of a CLI whose root is a folder, or none where it is not there. Below names a folder of
// the root by which the CLI is told from others that only keep something there: empty for the root itself.
func FolderStore(cli, root string, below ...string) []adapter.Store {
	if info, err := os.Stat(filepath.Join(append([]string{root}, below...)...)); err != nil || !info.IsDir() {
		return nil
	}
	return []adapter.Store{{CLI: cli, Root: root}}
}

// AnyLine reports whether any line of a file's first bytes is of a format. One sound line among damaged ones is enough.
func AnyLine(head []byte, isOwn func(line []byte) bool) bool {
	for line := range bytes.Lines(head) {
		if isOwn(line) {
			return true
		}
	}
	return false
}
