package parcel

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
)

// reader reads a parcel from its beginning to its end, and not a byte more, because other data follows on a connection.
type reader struct {
	in   io.Reader
	sum  hash.Hash
	left int64
}

// newReader expects a parcel of a maximum size in bytes. Errors: ErrDamaged.
func newReader(in io.Reader, largest int64) (*reader, error) {
	r := &reader{in: in, sum: sha256.New(), left: largest}
	begin := make([]byte, len(magic))
	if err := r.read(begin); err != nil {
		return nil, err
	}
	if string(begin) != magic {
		return nil, fmt.Errorf("%w: it does not begin as one", ErrDamaged)
	}
	return r, nil
}

// read fills a buffer. Errors: ErrTooLarge, ErrDamaged for a parcel that is truncated, and those of the source.
func (r *reader) read(into []byte) error {
	if r.left -= int64(len(into)); r.left < 0 {
		return ErrTooLarge
	}
	_, err := io.ReadFull(r.in, into)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it is cut", ErrDamaged)
	}
	r.sum.Write(into) // never fails
	return err
}

// next returns the next section, or endKind, after which the parcel is known to be complete.
func (r *reader) next() (k kind, part int, err error) {
	var begin [5]byte
	if err := r.read(begin[:1]); err != nil {
		return 0, 0, err
	}
	if k = kind(begin[0]); k == endKind {
		return k, 0, r.end()
	}
	if err := r.read(begin[1:]); err != nil {
		return 0, 0, err
	}
	return k, int(binary.BigEndian.Uint32(begin[1:])), nil
}

func (r *reader) end() error {
	want := r.sum.Sum(nil)
	got := make([]byte, len(want))
	if err := r.read(got); err != nil {
		return err
	}
	if !bytes.Equal(want, got) {
		return fmt.Errorf("%w: its digest is another", ErrDamaged)
	}
	return nil
}

// copy copies the content of a section. Largest is its maximum size in bytes.
func (r *reader) copy(to io.Writer, largest int64) error {
	piece := make([]byte, pieceSize)
	for {
		var length [4]byte
		if err := r.read(length[:]); err != nil {
			return err
		}
		n := binary.BigEndian.Uint32(length[:])
		if n == 0 {
			return nil
		}
		if n > pieceSize {
			return fmt.Errorf("%w: it has a piece of %d bytes", ErrDamaged, n)
		}
		if largest -= int64(n); largest < 0 {
			return ErrTooLarge
		}
		if err := r.read(piece[:n]); err != nil {
			return err
		}
		if _, err := to.Write(piece[:n]); err != nil {
			return err
		}
	}
}
