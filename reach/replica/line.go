package replica

import (
	"crypto/sha256"
	"errors"
	"hash"
)

// line is a journal as it is put together from spans in the order of the stream.
type line struct {
	// seq is the last span's, end where the line ends, hash that of all its bytes.
	seq  uint64
	end  int64
	hash hash.Hash
}

func newLine() line { return line{hash: sha256.New()} }

func (l line) sum() (s [sha256.Size]byte) {
	l.hash.Sum(s[:0])
	return s
}

// add appends what a range has beyond the line, and returns it. Ok is false when the range does not fit: it begins
// beyond the end, or its hash is another. The line is unchanged then.
func (l *line) add(s span, c content) (fresh []byte, ok bool) {
	if s.place.Offset > l.end {
		return nil, false
	}
	if s.end() < l.end {
		return nil, true // known for long; its hash is of a prefix
	}
	fresh = c.data[l.end-s.place.Offset:]
	next, err := cloneOf(l.hash)
	if err != nil {
		return nil, false
	}
	next.Write(fresh)
	if [sha256.Size]byte(next.Sum(nil)) != c.sum {
		return nil, false
	}
	l.hash, l.end = next, s.end()
	return fresh, true
}

// cloneOf copies a hash's state. The hashes of the standard library can be copied.
func cloneOf(h hash.Hash) (hash.Hash, error) {
	c, ok := h.(hash.Cloner)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return c.Clone()
}
