package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"stead/adapters/adapter"
	"stead/forks/draft"
	"stead/internal/sys/dirs"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// Source is a session that the catalog found.
type Source struct {
	Reader   readers.Reader
	Location adapter.Location
	// Summary is what is known without reading the session. For a file that is little more than its path.
	Summary timeline.Summary
	// Run is the id of the run, if the session is a run's journal. Otherwise it is empty.
	Run string
	// Draft is the id of the draft, if the session is the edited copy of one. Reader, Location and Summary then belong
	// to the original. Otherwise Draft is empty.
	Draft string
	// IsForeign reports that someone else may have written the session: it is neither in a store of its CLI on this
	// machine nor a run's journal, or others may write to its file. A draft is as foreign as its original.
	IsForeign bool
	// Doubt says why a session is foreign although it is in a store of its CLI or among the journals: who else may
	// write to it. Otherwise it is empty.
	Doubt string
	// isFile reports that the session was found by its path.
	isFile bool
	// piped is the name of the pipe that the session came from.
	piped string
}

// Reference returns the session's full reference, or the path of a file.
func (s Source) Reference() string {
	switch {
	case s.Draft != "":
		return draft.Prefix + ":" + s.Draft
	case s.Run != "":
		return runPrefix + ":" + s.Run
	case s.piped != "":
		return s.piped
	case s.Summary.ID == "":
		return s.Location.Path
	}
	return s.Summary.CLI + ":" + s.Summary.ID
}

// source returns a listed session as a source.
func (c clis) source(s timeline.Summary) (Source, error) {
	r, err := c.find(s.CLI)
	return Source{Reader: r, Location: adapter.Location{Path: s.Path, ID: s.ID}, Summary: s}, err
}

// Open opens the session. Errors are those of [readers.Reader.Open].
func (s Source) Open(ctx context.Context) (timeline.Stream, error) {
	stream, err := s.Reader.Open(ctx, s.Location)
	if err != nil {
		return stream, fmt.Errorf("read %s: %w", s.Reference(), err)
	}
	return stream, nil
}

// places finds sessions by their location.
type places struct {
	home  string
	clis  clis
	pipes *spooler
}

// file returns the session in a file or folder. The content determines its format, unless there is only one candidate
// reader.
func (p places) file(ctx context.Context, path string, candidates []readers.Reader) (Source, error) {
	path, id := insideOf(dirs.ExpandTilde(path, p.home))
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return Source{}, &MissingFileError{path}
	case err != nil:
		return Source{}, err
	case info.IsDir():
		return p.folder(ctx, path, id, candidates)
	case info.Mode()&fs.ModeNamedPipe != 0:
		return p.pipes.pipe(ctx, path, candidates)
	case !info.Mode().IsRegular():
		return Source{}, fmt.Errorf("read %s: %w: it is %s", path, adapter.ErrEmpty, regular.Kind(info.Mode()))
	}
	file, err := regular.Open(path)
	if err != nil {
		return Source{}, err
	}
	defer file.Close()
	source, err := inFile(path, file, info, candidates)
	if unknown := (*FormatError)(nil); errors.As(err, &unknown) {
		return p.lookInside(ctx, path, id, candidates, err)
	}
	if container, ok := source.Reader.(readers.Container); ok && err == nil {
		return p.contained(ctx, source, container, id)
	}
	return source, err
}

// inFile returns the session in an open file. Name is the file's name in messages.
func inFile(name string, file *os.File, info os.FileInfo, candidates []readers.Reader) (Source, error) {
	r, err := detect(name, file, candidates)
	if err != nil {
		return Source{}, err
	}
	path := file.Name()
	return Source{
		Reader:   r,
		Location: adapter.Location{Path: path},
		Summary:  timeline.Summary{CLI: r.Info().Name, Path: path, Updated: info.ModTime(), Bytes: info.Size()},
	}, nil
}
