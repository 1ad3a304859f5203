package extract

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// seenKey is the first half of a SHA-256 digest.
type seenKey [16]byte

const (
	pageSize = 4 << 10
	slots    = pageSize / len(seenKey{})
	// firstPages is the size of a new table, a power of two.
	firstPages = 64
	// fullAt is the share of used slots, in sixteenths, at which the table doubles.
	fullAt = 10
	magic  = "stead seen 1\n"
)

// errSeenDamaged says that a file is no table, or not whole. It can be removed and made again.
var errSeenDamaged = errors.New("the table of seen texts is damaged")

// seenTable keeps which texts were seen already: a set of SHA-256 digests in a file, of any size, that takes 16 MiB
// of memory at most.
//
// The file is a table of pages. The leading bits of a digest name its page, so that a full table doubles in one
// sequential pass, and a digest that finds its page full goes into the next one. Half a digest is kept: two texts whose
// first 128 bits agree are not found by trying.
//
// SQLite was measured beside it, as a table of blobs without rowid at the same 16 bytes: see the benchmarks in
// seen_test.go. A million keys take SQLite 6.0 to 7.0 s of the processor's time, and the table 3.5 s. SQLite's journal
// doubles what is written.
//
// The table is no record of anything: it can always be made again from what was seen. Whoever uses it adds only what is
// kept for good elsewhere. It is not safe for use by several goroutines or processes.
type seenTable struct {
	path  string
	file  *os.File
	pages uint64
	used  uint64
	// cache holds pages that were read, dirty the one of them that is not written yet.
	cache [cached]*page
	dirty *page
}

// openSeen opens the table in a file and makes an empty one where there is none. Made reports the latter. Errors:
// errSeenDamaged, and those of the file system.
func openSeen(path string) (t *seenTable, made bool, err error) {
	os.Remove(path + growing) // left by a process that was killed
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		t, err = create(path, firstPages)
		return t, true, err
	}
	if err != nil {
		return nil, false, err
	}
	t = &seenTable{path: path, file: file}
	if err := t.readHead(); err != nil {
		return nil, false, errors.Join(err, file.Close())
	}
	return t, false, nil
}

func create(path string, pages uint64) (*seenTable, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	t := &seenTable{path: path, file: file, pages: pages}
	if err = file.Truncate(int64(pages+1) * pageSize); err == nil {
		err = t.writeHead()
	}
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return t, nil
}

// The head is a page of its own: the magic, then how many pages and keys there are.
func (t *seenTable) writeHead() error {
	var head [len(magic) + 16]byte
	copy(head[:], magic)
	binary.LittleEndian.PutUint64(head[len(magic):], t.pages)
	binary.LittleEndian.PutUint64(head[len(magic)+8:], t.used)
	_, err := t.file.WriteAt(head[:], 0)
	return err
}

func (t *seenTable) readHead() error {
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
		return fmt.Errorf("%w: %s", errSeenDamaged, t.path)
	}
	return nil
}

// Sync makes what was added survive a loss of power.
func (t *seenTable) Sync() error {
	if err := t.writeHead(); err != nil {
		return err
	}
	return t.file.Sync()
}

// Close closes the file.
func (t *seenTable) Close() error { return errors.Join(t.writeHead(), t.file.Close()) }

// Discard closes the table and removes its file.
func (t *seenTable) Discard() error { return errors.Join(t.file.Close(), os.Remove(t.path)) }
