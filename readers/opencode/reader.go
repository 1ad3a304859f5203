package opencode

import (
	"bytes"
	"os"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/timeline"
)

// Reader reads the sessions of OpenCode.
type Reader struct{}

// Info describes the CLI.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns the folder of the CLI's data on the host, or its database, if it exists.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	root := format.Root(host)
	if _, err := os.Stat(root); err != nil {
		return nil
	}
	return []adapter.Store{{CLI: format.Name, Root: root}}
}

// Detect reports whether the first bytes of a file belong to the database, to an export, or to a session in the tree.
func (Reader) Detect(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	return format.IsDatabase(head) || format.IsExport(head) || format.IsTreeSession(head)
}
