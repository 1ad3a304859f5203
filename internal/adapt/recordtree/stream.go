package recordtree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// Session is an opened file.
type Session struct {
	// About is what its records say about it.
	About About
	// Branches are the abandoned branches.
	Branches []timeline.Branch

	path   string
	format Format
	index  *index
	picked picked
	// begin is the offset of the indexed part of the file, skipped the number of lines before it. See [From].
	begin   int64
	skipped int
}

// Open indexes a file. Errors: adapter.ErrNotFound, ErrFormat, ErrEmpty.
func Open(ctx context.Context, path string, format Format) (*Session, error) {
	return (&Session{path: path, format: format}).open(ctx)
}

func (s *Session) open(ctx context.Context) (*Session, error) {
	file, err := regular.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", s.path, adapter.ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	defer file.Close()
	if err := s.indexFile(ctx, file); err != nil {
		return nil, fmt.Errorf("index session %s: %w", s.path, err)
	}
	s.About = s.index.about
	s.Branches, err = s.branches(file)
	return s, err
}

func (s *Session) indexFile(ctx context.Context, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return adapter.ErrEmpty
	}
	input := io.NewSectionReader(file, 0, info.Size())
	if s.picked.isWhole(info.Size()) {
		s.index, err = s.readWhole(input)
	} else {
		s.index, err = buildIndex(ctx, input, s.format)
	}
	switch {
	case err != nil:
		return err
	case s.index.about.Records == 0:
		return adapter.ErrFormat
	case !s.index.hasConversation():
		return adapter.ErrEmpty
	}
	s.index.size = info.Size()
	return nil
}

// Header returns the session's header according to the records, under an id of a CLI.
func (s *Session) Header(cli, id string) timeline.Header {
	a := &s.About
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: cli, OriginalID: id, Version: a.Version},
		Project:  timeline.Project{Path: a.CWD},
		Model:    timeline.Model{Provider: a.Provider, Model: a.Model},
		Metadata: timeline.Metadata{Created: a.Created, LastModified: a.Modified, Tokens: a.Tokens()},
		Branches: s.Branches,
	}
	if a.CWD != "" {
		h.Project.Name = filepath.Base(a.CWD)
	}
	if a.GitBranch != "" {
		h.Project.Git = &timeline.Git{Branch: a.GitBranch}
	}
	if a.Parent != "" {
		h.Lineage = &timeline.Lineage{Parent: cli + ":" + a.Parent, At: a.ParentEntry, Kind: timeline.LineageFork}
	}
	return h
}

// Entries is the second pass. It does not include records that were added after the session was opened.
func (s *Session) Entries(ctx context.Context) func(yield func(*timeline.Entry, error) bool) {
	if s.picked.lines != nil {
		return s.pickedEntries(ctx)
	}
	return func(yield func(*timeline.Entry, error) bool) {
		file, err := regular.Open(s.path)
		if err != nil {
			yield(nil, fmt.Errorf("read session: %w", err))
			return
		}
		defer file.Close()
		a := newArranger(s, file, yield)
		for chunk, err := range jsonl.Map(ctx, io.NewSectionReader(file, s.begin, s.index.size), s.parseAll) {
			if err != nil {
				yield(nil, fmt.Errorf("read session %s: %w", s.path, err))
				return
			}
			for i := range chunk {
				if !a.line(&chunk[i]) {
					return
				}
			}
		}
		a.end()
	}
}

func (s *Session) parseAll(lines []jsonl.Line) []Record {
	records := make([]Record, len(lines))
	for i, line := range lines {
		records[i] = s.parse(line)
	}
	return records
}

// find reads one line again.
func (s *Session) find(file io.ReaderAt, line int32) (jsonl.Line, error) {
	from, number := s.index.nodes.near(line)
	for found, err := range jsonl.Lines(context.Background(), io.NewSectionReader(file, s.begin+from, s.index.size-from)) {
		if err != nil {
			return found, fmt.Errorf("read session %s: %w", s.path, err)
		}
		if number == line {
			found.Number, found.Offset = int(line), from+found.Offset
			return found, nil
		}
		number++
	}
	return jsonl.Line{}, fmt.Errorf("read session %s: line %d is gone: the file became shorter", s.path, line)
}

func branchID(number int) string { return fmt.Sprintf("branch-%d", number) }

// branches describes the abandoned branches. Only the record of a branch's parent says where the branch begins.
func (s *Session) branches(file io.ReaderAt) ([]timeline.Branch, error) {
	var branches []timeline.Branch
	for i, root := range s.index.roots {
		b := timeline.Branch{ID: branchID(i + 1), Entries: root.shown}
		if parent := s.index.nodes.at(root.line).parent; parent != 0 {
			line, err := s.find(file, parent)
			if err != nil {
				return nil, err
			}
			record := s.format.Parse(line)
			b.ParentID = record.Entries[len(record.Entries)-1].ID
		}
		branches = append(branches, b)
	}
	return branches, nil
}
