package codex

import (
	"bytes"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the rollouts of Codex.
type Reader struct{}

// Info describes the CLI.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns the CLI's home on the host, when it is there.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(format.Name, format.Root(host))
}

// Detect reports whether the first bytes of a file are a rollout's. It tolerates damage: one sound line is enough, and
// the first line may be longer than what is shown.
func (Reader) Detect(head []byte) bool {
	if isPacked(head) {
		head = unpackedHead(head)
	}
	return readers.AnyLine(head, func(line []byte) bool { return format.Peek(bytes.TrimSpace(line)).IsOwn() })
}
