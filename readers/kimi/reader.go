package kimi

import (
	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the sessions of Kimi Code.
type Reader struct{}

// Info describes the CLI.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns the CLI's home on the host, if it exists.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(format.Name, format.Root(host))
}

// Detect reports whether the first bytes of a file belong to a wire file. It tolerates damage: one sound line is
// enough.
func (Reader) Detect(head []byte) bool {
	return readers.AnyLine(head, func(line []byte) bool {
		return format.Peek(jsonl.Trim(line)).IsKnown()
	})
}
