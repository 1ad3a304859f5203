package claude

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/adapter"
	"stead/internal/format/claude"
	"stead/internal/toolmap"
	"stead/readers"
	"stead/timeline"
)

// Reader reads Claude Code's sessions. The zero value is ready for use.
type Reader struct{}

var (
	_ readers.Reader = Reader{}
	_ readers.Tailer = Reader{}
)

// New returns the reader.
func New() Reader { return Reader{} }

// Info returns the CLI's description.
func (Reader) Info() adapter.Info { return claude.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() toolmap.Table { return claude.Tools() }

// Discover returns the store below the CLI's home, if it holds any project.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	root := claude.Root(host)
	if info, err := os.Stat(claude.ProjectsFolder(root)); err != nil || !info.IsDir() {
		return nil
	}
	return []adapter.Store{{CLI: claude.Name, Root: root}}
}

// Open indexes the session's file. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	id := location.ID
	if id == "" {
		id = idOf(location.Path)
	}
	stream, err := open(ctx, location.Path, parser{}, id)
	if err != nil {
		return timeline.Stream{}, err
	}
	stream.Children, err = children(ctx, location.Path, stream.Header.ID)
	return stream, err
}

func open(ctx context.Context, path string, p parser, id string) (timeline.Stream, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return timeline.Stream{}, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
	}
	if err != nil {
		return timeline.Stream{}, fmt.Errorf("open session: %w", err)
	}
	defer file.Close()
	x, err := indexFile(ctx, file, p.agent)
	if err != nil {
		return timeline.Stream{}, fmt.Errorf("index session %s: %w", path, err)
	}
	s := &session{path: path, index: x, parser: p}
	header := x.about.header(id)
	header.Metadata.Tokens = x.tokens()
	if header.Branches, err = s.branches(file); err != nil {
		return timeline.Stream{}, err
	}
	return timeline.Stream{Header: header, Entries: s.entries(ctx)}, nil
}

func indexFile(ctx context.Context, file *os.File, agent bool) (*index, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, adapter.ErrEmpty
	}
	x, err := buildIndex(ctx, io.NewSectionReader(file, 0, info.Size()), agent)
	switch {
	case err != nil:
		return nil, err
	case x.about.records == 0:
		return nil, adapter.ErrFormat
	case !x.hasConversation():
		return nil, adapter.ErrEmpty
	}
	x.size = info.Size()
	return x, nil
}

// idOf returns the session's id by its file's name, when that is one: the CLI resumes a session by its file's name, whatever the
// records say.
func idOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), claude.Extension)
	if claude.IsSessionID(name) {
		return name
	}
	return ""
}
