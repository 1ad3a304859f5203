package pi

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	"stead/adapters/pi"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// Reader reads Pi's sessions. The zero value is ready for use.
type Reader struct{}

// Info returns the CLI's description.
func (Reader) Info() adapter.Info { return pi.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return pi.Tools() }

// Discover returns the store below the CLI's home, and the folder that the user chose for all sessions, if they exist.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	var stores []adapter.Store
	if root := pi.Root(host); isFolder(pi.SessionsFolder(root)) {
		stores = append(stores, adapter.Store{CLI: pi.Name, Root: root})
	}
	if flat := pi.FlatFolder(host); flat != "" && isFolder(flat) {
		stores = append(stores, adapter.Store{CLI: pi.Name, Root: flat})
	}
	return stores
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Detect reports whether a file is a session of Pi, according to its header: the first line that is JSON.
func (Reader) Detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		clean, _, ok := jsonl.Clean(line)
		if !ok {
			continue
		}
		r := pi.Peek(clean)
		return r.IsHeader() && r.CWD.IsString() && r.Timestamp.IsString()
	}
	return false
}

// Open indexes the session's file, and the files of its sub-agents. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	return open(ctx, location)
}

func header(s *recordtree.Session, location adapter.Location) timeline.Header {
	h := s.Header(pi.Name, cmp.Or(s.About.Session, idOf(location.Path)))
	if s.About.Parent != "" {
		h.Lineage.Parent = pi.Name + ":" + idOf(s.About.Parent)
	}
	return h
}

// idOf returns the id at the end of a file's name.
func idOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), pi.Extension)
	return name[strings.LastIndexByte(name, '_')+1:]
}
