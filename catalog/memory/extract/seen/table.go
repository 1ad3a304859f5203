package seen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Key is the first half of a SHA-256 digest.
type Key [16]byte

const (
	pageSize = 4 << 10
	slots    = pageSize / len(Key{})
	// firstPages is the size of a new table, a power of two.
	firstPages = 64
	// fullAt is the share of used slots, in sixteenths, at which the table doubles.
	fullAt = 10
	magic  = "stead seen 1\n"
)

// ErrDamaged says that a file is no table, or not whole. It can be removed and made again.
var ErrDamaged = errors.New("the table of seen texts is damaged")

// Table is a set of keys in a file. It is not safe for use by several goroutines or processes.
type Table struct {
	path  string
	file  *os.File
	pages uint64
	used  uint64
	// cache holds pages that were read, dirty the one of them that is not written yet.
	cache [cached]*page
	dirty *page
}

// Open opens the table in a file and makes an empty one where there is none. Made reports the latter. Errors:
// ErrDamaged, and those of the file system.
func Open(path string) (t *Table, made bool, err error) {
	os.Remove(path + growing) // left by a process that was killed
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		t, err = create(path, firstPages)
		return t, true, err
	}
	if err != nil {
		return nil, false, err
	}
	t = &Table{path: path, file: file}
	if err := t.readHead(); err != nil {
		return nil, false, errors.Join(err, file.Close())
	}
	return t, false, nil
}

func create(path string, pages uint64) (*Table, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	t := &Table{path: path, file: file, pages: pages}
	if err = file.Truncate(int64(pages+1) * pageSize); err == nil {
		err = t.writeHead()
	}
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return t, nil
}

// The head is a page of its own: the magic, then how many pages and keys there are.
func (t *Table) writeHead() error {
	var head [len(magic) + 16]byte
	copy(head[:], magic)
	binary.LittleEndian.PutUint64(head[len(magic):], t.pages)
	binary.LittleEndian.PutUint64(head[len(magic)+8:], t.used)
	_, err := t.file.WriteAt(head[:], 0)
	return err
}

func (t *Table) readHead() error {
	var head [len(magic) + 16]byte
	if _, err := t.file.ReadAt(head[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	t.pages = binary.LittleEndian.Uint64(head[len(magic):])
	t.used = binary.LittleEndian.Uint64(head[len(magic)+8:])
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	isSound := string(head[:len(magic)]) == magic && t.pages >= firstPages && t.pages&(t.pages-1) == 0 && t.pages < 1<<40
	if !isSound || info.Size() != int64(t.pages+1)*pageSize || t.used >= t.pages*uint64(slots) {
		return fmt.Errorf("%w: %s", ErrDamaged, t.path)
	}
	return nil
}

// Sync makes what was added survive a loss of power.
func (t *Table) Sync() error {
	if err := t.writeHead(); err != nil {
		return err
	}
	return t.file.Sync()
}

// Close closes the file.
func (t *Table) Close() error { return errors.Join(t.writeHead(), t.file.Close()) }

// Discard closes the table and removes its file.
func (t *Table) Discard() error { return errors.Join(t.file.Close(), os.Remove(t.path)) }
