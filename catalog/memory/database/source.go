package database

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// source is one of the two files while it is read on.
type source[T any] struct {
	name string
	file *os.File
	// base is where reading began, position up to where the lines were taken, size where the last whole line ends.
	base, position, size int64
	// isReplaced says that this is not the file of which the beginning was read.
	isReplaced bool
	// saved is the position that the database has.
	saved int64

	pull func() (T, error, bool)
	stop func()
	done bool
}

// openSource opens a file of the memory's folder where the database has left off. One that does not exist is empty.
func openSource[T any](ctx context.Context, db queryer, o Options, name string,
	parse func(jsonl.Line) T) (*source[T], error) {
	s := &source[T]{name: name}
	var mark string
	err := db.QueryRowContext(ctx, "SELECT position, mark FROM source WHERE tenant_id = ? AND file = ?", o.Tenant,
		name).Scan(&s.saved, &mark)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	s.file, err = regular.Open(filepath.Join(o.Folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		s.done, s.isReplaced = true, s.saved > 0
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if err := s.measure(mark); err != nil {
		return nil, errors.Join(err, s.file.Close())
	}
	s.begin(ctx, s.saved, parse)
	return s, nil
}

// measure finds the end of the last whole line, and whether the file is still the one that was read.
func (s *source[T]) measure(mark string) error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if s.size, err = jsonl.LastLineEnd(s.file, info.Size()); err != nil {
		return err
	}
	if s.saved > s.size {
		s.isReplaced = true
		return nil
	}
	now, err := markOf(s.file, s.saved)
	s.isReplaced = s.saved > 0 && now != mark
	return err
}

// begin reads on at a position.
func (s *source[T]) begin(ctx context.Context, at int64, parse func(jsonl.Line) T) {
	s.base, s.position = at, at
	s.pull, s.stop = iter.Pull2(jsonl.Parse(ctx, io.NewSectionReader(s.file, at, max(0, s.size-at)), parse))
}

// restart reads from the beginning.
func (s *source[T]) restart(ctx context.Context, parse func(jsonl.Line) T) error {
	if s.file != nil {
		s.stop()
		s.begin(ctx, 0, parse)
	}
	s.saved = 0
	return nil
}

// next returns the next line; ok is false behind the last.
func (s *source[T]) next(ctx context.Context) (line T, ok bool, err error) {
	if s.isDone() {
		return line, false, nil
	}
	line, err, ok = s.pull()
	s.done = !ok
	if err == nil && s.done {
		err = ctx.Err()
	}
	return line, ok && err == nil, err
}

func (s *source[T]) isDone() bool { return s.done || s.position >= s.size }

func (s *source[T]) read() int64  { return s.position - s.base }
func (s *source[T]) total() int64 { return max(0, s.size-s.base) }

func (s *source[T]) close() {
	if s.file != nil {
		s.stop()
		s.file.Close()
	}
}

// expect is an error unless the database still has the position that it had.
func (s *source[T]) expect(ctx context.Context, tx *sql.Tx, o Options) error {
	var position int64
	err := tx.QueryRowContext(ctx, "SELECT position FROM source WHERE tenant_id = ? AND file = ?", o.Tenant,
		s.name).Scan(&position)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if position != s.saved {
		return errMoved
	}
	return nil
}

// save notes how far the file was read.
func (s *source[T]) save(rows *rows, o Options) error {
	if s.file == nil {
		return nil
	}
	mark, err := markOf(s.file, s.position)
	if err != nil {
		return err
	}
	s.saved = s.position
	return rows.add("source", o.Tenant, o.Team, o.Project, s.name, s.position, mark)
}

// markSize is how much of a file's beginning, and of what is before a position, its mark knows.
const markSize = 1 << 10

// markOf returns a digest by which a file is told that was read up to a position.
func markOf(file io.ReaderAt, position int64) (string, error) {
	h := sha256.New()
	for _, from := range []int64{0, max(0, position-markSize)} {
		if _, err := io.Copy(h, io.NewSectionReader(file, from, min(markSize, position-from))); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
