package readers

import (
	"bytes"
	"os"

	"stead/adapters/adapter"
)

// FolderStore returns the store of a CLI that has a folder, or none where the folder is not there. Sign is the folder that tells: the root itself
// or one below it.
func FolderStore(cli, root, mark string) []adapter.Store {
	if info, err := os.Stat(mark); err != nil || !info.IsDir() {
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
