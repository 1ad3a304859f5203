package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"stead/adapters/adapter"
	"stead/readers"
)

// spooler copies input from pipes into files, because a session is read more than once.
type spooler struct {
	// folders contain the copies.
	folders []string
}

// close removes the copies.
func (s *spooler) close() {
	for _, path := range s.folders {
		os.RemoveAll(path)
	}
}

// pipe returns the session that comes through a named pipe, such as a shell's <(command). Opening the pipe does not
// wait for a writer.
func (s *spooler) pipe(ctx context.Context, path string, candidates []readers.Reader) (Source, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return Source{}, err
	}
	defer file.Close() // this ends a blocked read
	source, err := s.spooled(ctx, path, file, candidates)
	if errors.Is(err, adapter.ErrEmpty) {
		err = fmt.Errorf("%w: it is a named pipe that nobody writes to", err)
	}
	return source, err
}

// create creates the file for a copy in a folder of its own, because files next to a session's file may be mistaken for
// its attachments.
func (s *spooler) create() (*os.File, error) {
	folder, err := os.MkdirTemp("", "stead-input-*")
	if err != nil {
		return nil, err
	}
	s.folders = append(s.folders, folder)
	return os.Create(filepath.Join(folder, "session.jsonl"))
}

// copy copies a pipe, unless its beginning is in no known format: such input may never end.
func (s *spooler) copy(spool *os.File, name string, pipe io.Reader, candidates []readers.Reader) error {
	head := make([]byte, headSize)
	n, err := io.ReadFull(pipe, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if _, err := spool.Write(head[:n]); err != nil || n < len(head) {
		return err
	}
	if _, err := detect(name, bytes.NewReader(head), candidates); err != nil {
		return err
	}
	_, err = io.Copy(spool, pipe)
	return err
}

// spooled copies a pipe into a file and returns the session in it. Name is the pipe's name in messages.
func (s *spooler) spooled(ctx context.Context, name string, pipe io.Reader,
	candidates []readers.Reader) (Source, error) {
	spool, err := s.create()
	if err != nil {
		return Source{}, fmt.Errorf("copy %s: %w", name, err)
	}
	defer spool.Close()
	copied := make(chan error, 1)
	go func() {
		copied <- s.copy(spool, name, pipe, candidates)
	}()
	select {
	case err = <-copied:
	case <-ctx.Done(): // the read cannot be canceled and ends with the process
		err = ctx.Err()
	}
	if err == nil {
		_, err = spool.Seek(0, io.SeekStart)
	}
	if unknown := (*FormatError)(nil); errors.As(err, &unknown) {
		return Source{}, err
	}
	if err != nil {
		return Source{}, fmt.Errorf("copy %s: %w", name, err)
	}
	info, err := spool.Stat()
	if err != nil {
		return Source{}, err
	}
	source, err := inFile(name, spool, info, candidates)
	source.piped = name
	return source, err
}
