package replica

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"stead/internal/sys/regular"
)

// local is a journal's file. Another process appends to it.
type local struct {
	path string
	// whole is the end of its last whole line, as far as seen says that it was looked through.
	whole, seen int64
}

// open returns the file and its size. Without a file they are nil and 0.
func (l *local) open() (*os.File, int64, error) {
	file, err := regular.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

// look finds the end of the last whole line: a line that is being written is published when it ends.
func (l *local) look() error {
	file, size, err := l.open()
	if err != nil || file == nil {
		return err
	}
	defer file.Close()
	if size < l.seen {
		l.whole, l.seen = 0, 0 // it was taken back
	}
	buffer := make([]byte, largest)
	for l.seen < size {
		n, err := file.ReadAt(buffer[:min(largest, size-l.seen)], l.seen)
		if n == 0 {
			return ignoreEnd(err)
		}
		if at := bytes.LastIndexByte(buffer[:n], '\n'); at >= 0 {
			l.whole = l.seen + int64(at) + 1
		}
		l.seen += int64(n)
	}
	return nil
}

// read returns the bytes from an offset up to the last whole line, at most one message's. They end with a line, unless
// that alone is longer than a message: who goes on behind a message that ends in the middle of a line cannot keep that
// line.
func (l *local) read(from int64) ([]byte, error) {
	file, size, err := l.open()
	if err != nil || file == nil {
		return nil, err
	}
	defer file.Close()
	content := make([]byte, max(0, min(largest, min(l.whole, size)-from)))
	n, err := file.ReadAt(content, from)
	if at := bytes.LastIndexByte(content[:n], '\n'); at >= 0 {
		n = at + 1
	}
	return content[:n], ignoreEnd(err)
}

// cutLine cuts what a file has behind its last whole line, and reports whether that was anything.
func cutLine(file *os.File) (bool, error) {
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	buffer, size := make([]byte, largest), info.Size()
	for size > 0 {
		from := max(0, size-largest)
		n, err := file.ReadAt(buffer[:size-from], from)
		if ignoreEnd(err) != nil {
			return false, err
		}
		if at := bytes.LastIndexByte(buffer[:n], '\n'); at >= 0 {
			size = from + int64(at) + 1
			break
		}
		size = from
	}
	if size == info.Size() {
		return false, nil
	}
	return true, file.Truncate(size)
}

// matches reports whether the journal has a line as its beginning, by its end and hash, and returns that line to go on
// with.
func (l *local) matches(end int64, sum [sha256.Size]byte) (line, bool, error) {
	known := newLine()
	file, size, err := l.open()
	if err != nil {
		return known, false, err
	}
	if file != nil {
		defer file.Close()
	}
	if size < end {
		return known, false, nil
	}
	if file != nil {
		if _, err := io.Copy(known.hash, io.NewSectionReader(file, 0, end)); err != nil {
			return known, false, err
		}
	}
	known.end = end
	return known, known.sum() == sum, nil
}

// begins reports whether all that the journal has is the beginning of another file.
func (l *local) begins(other *os.File) (bool, error) {
	file, size, err := l.open()
	if err != nil || file == nil {
		return err == nil, err
	}
	defer file.Close()
	ours, theirs := make([]byte, largest), make([]byte, largest)
	for at := int64(0); at < size; {
		part := min(largest, size-at)
		n, err := file.ReadAt(ours[:part], at)
		if ignoreEnd(err) != nil {
			return false, err
		}
		m, err := other.ReadAt(theirs[:n], at)
		if ignoreEnd(err) != nil || m < n || !bytes.Equal(ours[:n], theirs[:n]) {
			return false, ignoreEnd(err)
		}
		if n == 0 {
			return true, nil // it was cut meanwhile
		}
		at += int64(n)
	}
	return true, nil
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the journal: %w", err)
	}
	return nil
}
