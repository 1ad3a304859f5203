package catalog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/adapter"
	"stead/readers"
	"stead/timeline"
)

// Source is a session that was found.
type Source struct {
	Reader   readers.Reader
	Location adapter.Location
	// Summary is what is known without reading the session: for a file little more than its path.
	Summary timeline.Summary
	// Run is the id of the run whose journal the session is. Empty for all others.
	Run string
	// pipe is the name of the pipe from which the session came.
	pipe string
}

// Reference returns the session's full reference, or the path of a file.
func (s Source) Reference() string {
	switch {
	case s.Run != "":
		return runPrefix + ":" + s.Run
	case s.pipe != "":
		return s.pipe
	case s.Summary.ID == "":
		return s.Location.Path
	}
	return s.Summary.CLI + ":" + s.Summary.ID
}

// Open opens the session. Errors are those of [readers.Reader.Open].
func (s Source) Open(ctx context.Context) (timeline.Stream, error) {
	stream, err := s.Reader.Open(ctx, s.Location)
	if err != nil {
		return stream, fmt.Errorf("read %s: %w", s.Reference(), err)
	}
	return stream, nil
}

// file returns the session in a file or folder. Its format is told by what is in it, unless there is one reader only.
func (c *Catalog) file(ctx context.Context, path string, candidates []readers.Reader) (Source, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		path = filepath.Join(c.Host.Home, rest)
	}
	path, id := insideOf(path)
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return Source{}, fmt.Errorf("%w: there is no file %s", adapter.ErrNotFound, path)
	}
	if err != nil {
		return Source{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return Source{}, err
	case info.IsDir():
		return c.folder(ctx, path, id, candidates)
	case !info.Mode().IsRegular():
		return c.spooled(ctx, path, file, candidates)
	}
	source, err := regular(path, file, info, candidates)
	if unknown := (*FormatError)(nil); errors.As(err, &unknown) {
		return c.lookInside(ctx, path, id, candidates, err)
	}
	if container, ok := source.Reader.(readers.Container); ok && err == nil {
		return c.contained(ctx, source, container, id)
	}
	return source, err
}

// regular returns the session in an open file, which messages call by the given name.
func regular(name string, file *os.File, info os.FileInfo, candidates []readers.Reader) (Source, error) {
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

// spooled copies a pipe into a file, because a session is read more than once. Name is what messages call the pipe.
func (c *Catalog) spooled(ctx context.Context, name string, pipe io.Reader, candidates []readers.Reader) (Source, error) {
	spool, err := os.CreateTemp("", "stead-input-*.jsonl")
	if err != nil {
		return Source{}, fmt.Errorf("copy %s: %w", name, err)
	}
	defer spool.Close()
	c.spools = append(c.spools, spool.Name())
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(spool, pipe)
		copied <- err
	}()
	select {
	case err = <-copied:
	case <-ctx.Done(): // the read cannot be cancelled and ends with the process
		err = ctx.Err()
	}
	if err == nil {
		_, err = spool.Seek(0, io.SeekStart)
	}
	if err != nil {
		return Source{}, fmt.Errorf("copy %s: %w", name, err)
	}
	info, err := spool.Stat()
	if err != nil {
		return Source{}, err
	}
	source, err := regular(name, spool, info, candidates)
	source.pipe = name
	return source, err
}
