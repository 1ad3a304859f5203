package extract

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// mark is up to where a session's file was read, and what must be known to go on there. It has no offset where that
// cannot be done.
type mark struct {
	inode, size int64
	at          readers.Position
	// before is the digest of what stands before the position: the file may have been written anew.
	before     string
	checkpoint *string
	model      string
}

// markWindow is how many bytes before a position are looked at.
const markWindow = 4 << 10

// digestBefore returns the digest of what stands before an offset.
func digestBefore(path string, offset int64) (string, error) {
	file, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	from := max(0, offset-markWindow)
	window := make([]byte, offset-from)
	if _, err := io.ReadFull(io.NewSectionReader(file, from, offset-from), window); err != nil {
		return "", err
	}
	sum := sha256.Sum256(window)
	return hex.EncodeToString(sum[:]), nil
}

// resumed reads a session on from where it was read to. Done is false when it must be read from its beginning.
func (x *extraction) resumed(ctx context.Context, l *lines) (done bool, err error) {
	if l.from == nil || l.file.Inode == 0 {
		return false, nil
	}
	m, err := x.files.state.mark(ctx, l.identity, l.summary.Path)
	if err != nil || m.at.Offset == 0 || m.inode != int64(l.file.Inode) || m.size > l.file.Size {
		return false, err
	}
	if before, err := digestBefore(l.file.Path, m.at.Offset); err != nil || before != m.before {
		return false, nil // reading it from its beginning says what is wrong
	}
	t, err := x.teller(ctx, l, l.identity, m.at.Line)
	if err != nil {
		return false, err
	}
	t.source.Checkpoint, t.mark = m.checkpoint, m
	if err := t.begin(about(l.job, l.summary)); err != nil {
		return false, err
	}
	err = t.run(ctx, timeline.Stream{Header: timeline.Header{Model: timeline.Model{Model: m.model}},
		Entries: l.from(ctx, m.at)})
	switch {
	case errors.Is(err, readers.ErrAnew):
		return false, nil
	case err == nil:
		err = t.send(t.batch)
	}
	l.setMark(t)
	return true, err
}

// setMark notes up to where a session was read.
func (l *lines) setMark(t *teller) {
	if l.from == nil || l.file.Inode == 0 || t.mark.at.Offset == 0 {
		return
	}
	before, err := digestBefore(l.file.Path, t.mark.at.Offset)
	if err != nil {
		return // it will be read from its beginning
	}
	l.mark = mark{inode: int64(l.file.Inode), size: l.file.Size, at: t.mark.at, before: before,
		checkpoint: t.source.Checkpoint, model: t.model}
}
