package kimicli

import (
	"bytes"
	"os"

	"stead/internal/adapter"
	format "stead/internal/format/kimicli"
	"stead/internal/toolmap"
	"stead/readers"
)

// Reader reads the sessions of Kimi CLI.
type Reader struct{}

// New returns the reader.
func New() *Reader { return &Reader{} }

var (
	_ readers.Reader = (*Reader)(nil)
	_ readers.Tailer = (*Reader)(nil)
)

// Info describes the CLI.
func (*Reader) Info() adapter.Info { return format.Info() }

// Tools returns the CLI's half of the tool table.
func (*Reader) Tools() toolmap.Table { return format.Tools() }

// Discover returns the CLI's home on the host, when it is there.
func (*Reader) Discover(host adapter.Host) []adapter.Store {
	root := format.Root(host)
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return nil
	}
	return []adapter.Store{{CLI: format.Name, Root: root}}
}

// Detect reports whether the first bytes of a file are a context file's or a wire file's. Damage is met: one sound line among them is enough.
func (*Reader) Detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		if peekRaw(line).IsKnown() || format.PeekSeen(line).IsKnown() {
			return true
		}
	}
	return false
}

// peekRaw looks into a line as it stands in the file, with white space and perhaps a byte order mark around it. Unlike the pass over the
// entries it does not check that the line is JSON, which would be most of the work.
func peekRaw(line []byte) format.Record {
	return format.Peek(bytes.TrimPrefix(bytes.TrimSpace(line), []byte("\uFEFF")))
}
