// Package snapshot reads an SQLite database in the state of its last commit, from its file and its write-ahead log. It
// uses its own code, because even SQLite's read-only mode creates or changes files next to the database.
package snapshot

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
)

// ErrChanged says that a writer has changed the files since the snapshot was taken, so it may mix old and new content.
var ErrChanged = errors.New("the database was written to while it was read")

// Snapshot is a database in the state of its last commit: the pages of the file, overlaid with those of the write-ahead
// log. It only reads, takes no lock and creates no file.
//
// Later commits do not affect it, because SQLite appends them to the log. The pages under the snapshot change only when
// SQLite writes the log back into the database or restarts the log. Changed reports that.
type Snapshot struct {
	path    string
	file    *os.File
	log     *os.File // nil if there is none
	header  [LogHeaderSize]byte
	index   walIndex
	size    int64
	written time.Time
}

// Settle is the minimum age of a file's last change that guarantees a different time for the next change: the times of
// file systems have steps of some milliseconds.
const Settle = 20 * time.Millisecond

// Take opens the files of a database. Errors: adapter.ErrNotFound, and those of the file system.
func Take(path string) (*Snapshot, error) {
	file, err := regular.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	s := &Snapshot{path: path, file: file}
	if err := s.fill(); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Snapshot) fill() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w: it is not a file", s.path, adapter.ErrFormat)
	}
	for tries := 0; time.Since(info.ModTime()).Abs() < Settle; tries++ {
		if tries == 10 {
			return ErrChanged // the next change could have the same time and go unnoticed
		}
		time.Sleep(Settle)
		if info, err = s.file.Stat(); err != nil {
			return err
		}
	}
	s.size, s.written = info.Size(), info.ModTime()
	if journal, err := os.Stat(s.path + "-journal"); err == nil && journal.Size() > 0 {
		return ErrChanged // a transaction in the other journal mode, which changes the file in place
	}
	return s.openLog()
}

func (s *Snapshot) openLog() error {
	log, err := regular.Open(s.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	s.log = log
	if n, err := log.ReadAt(s.header[:], 0); n < len(s.header) {
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	if s.index, err = readWAL(log, s.header[:]); err != nil {
		return err
	}
	if s.index.pages > 0 {
		s.size = int64(s.index.pages) * s.index.pageSize
	}
	return nil
}

// Changed reports whether a writer has overwritten content of the snapshot.
func (s *Snapshot) Changed() bool {
	info, err := os.Stat(s.path)
	if err != nil || !info.ModTime().Equal(s.written) {
		return true
	}
	if s.log == nil {
		return false
	}
	var header [LogHeaderSize]byte
	_, _ = s.log.ReadAt(header[:], 0)
	return header != s.header
}

// Release closes the files.
func (s *Snapshot) Release() {
	if s.log != nil {
		s.log.Close()
	}
	s.file.Close()
}

// Open implements fs.FS for SQLite, which must see one plain file, without a journal or a log.
func (s *Snapshot) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-journal") {
		return nil, fs.ErrNotExist
	}
	return &pages{Snapshot: s}, nil
}

// pages reads a snapshot like a file.
type pages struct {
	*Snapshot
	at int64
}

// Read implements fs.File.
func (p *pages) Read(b []byte) (int, error) {
	n, err := p.ReadAt(b, p.at)
	p.at += int64(n)
	return n, err
}

// ReadAt reads page by page, each from the location of its newest content.
func (p *pages) ReadAt(b []byte, offset int64) (int, error) {
	if len(p.index.frames) == 0 {
		return p.file.ReadAt(b, offset)
	}
	done := 0
	for done < len(b) {
		if offset >= p.size {
			return done, io.EOF
		}
		within := offset % p.index.pageSize
		piece := b[done:min(len(b), done+int(p.index.pageSize-within))]
		n, err := p.readPage(piece, offset, within)
		done, offset = done+n, offset+int64(n)
		if n < len(piece) {
			return done, err
		}
	}
	return done, nil
}

func (p *pages) readPage(b []byte, offset, within int64) (int, error) {
	page := offset/p.index.pageSize + 1
	if at, ok := p.index.frames[uint32(page)]; ok { //nolint:gosec // a database has fewer than 2^32 pages
		return p.log.ReadAt(b, at+within)
	}
	return p.file.ReadAt(b, offset)
}

// Seek implements io.Seeker, from the beginning only.
func (p *pages) Seek(offset int64, whence int) (int64, error) {
	if whence != io.SeekStart {
		return 0, errors.ErrUnsupported
	}
	p.at = offset
	return offset, nil
}

// Stat implements fs.File.
func (p *pages) Stat() (fs.FileInfo, error) {
	info, err := p.file.Stat()
	return pagesInfo{info, p.size}, err
}

// Close implements fs.File. It does nothing, because the files belong to the snapshot.
func (p *pages) Close() error { return nil }

type pagesInfo struct {
	fs.FileInfo
	size int64
}

// Size returns the size of the whole database.
func (i pagesInfo) Size() int64 { return i.size }
