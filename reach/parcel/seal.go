package parcel

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/chacha20poly1305"
)

// Key opens one parcel. It travels to the machines that may open it, wrapped for each of them.
type Key [chacha20poly1305.KeySize]byte

// newKey makes a key, which is used once.
func newKey() (k Key) {
	rand.Read(k[:]) // never fails
	return k
}

// chunkSize is the size in bytes of a sealed chunk, and therefore of a message of the object store. Room is the size of
// its content.
const (
	chunkSize = 128 << 10
	room      = chunkSize - chacha20poly1305.Overhead
)

// ErrSealed says that the data at the hub was not sealed with the key, was changed, or is truncated.
var ErrSealed = errors.New(
	"what lies at the hub is not what was sealed: it was changed, is cut, or the key is another's")

// chunks numbers the chunks of a parcel. Each is sealed with its number, the parcel's name, and whether it is the last.
// So none can be left out, repeated, moved, or cut off. The number is the nonce, so a key seals only one parcel.
type chunks struct {
	aead cipher.AEAD
	name string
	next uint64
}

func newChunks(k Key, name string) (*chunks, error) {
	aead, err := chacha20poly1305.NewX(k[:])
	return &chunks{aead: aead, name: name}, err
}

// turn returns the nonce of the next chunk, and the additional data that is authenticated with it.
func (c *chunks) turn(last bool) (nonce, additional []byte) {
	nonce = binary.BigEndian.AppendUint64(make([]byte, chacha20poly1305.NonceSizeX-8), c.next)
	additional = append([]byte("stead-parcel 1 "), 0)
	if last {
		additional[len(additional)-1] = 1
	}
	additional = append(binary.BigEndian.AppendUint64(additional, c.next), c.name...)
	c.next++
	return nonce, additional
}

// sealing reads the sealed form of a source, a whole chunk each time except the last.
type sealing struct {
	chunks *chunks
	source io.Reader
	left   int64
	plain  []byte // read ahead: a chunk is the last if nothing follows it
	ahead  int
	sealed []byte
	rest   []byte
	done   bool
}

// newSealing seals at most the given number of bytes of a source.
func newSealing(c *chunks, source io.Reader, most int64) *sealing {
	return &sealing{chunks: c, source: source, left: most, plain: make([]byte, room+1), sealed: make([]byte, 0, chunkSize)}
}

// Read implements io.Reader. Errors: ErrTooLarge, and those of the source.
func (s *sealing) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		if s.done {
			return 0, io.EOF
		}
		if err := s.advance(); err != nil {
			return 0, err
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (s *sealing) advance() error {
	n, err := io.ReadFull(s.source, s.plain[s.ahead:])
	s.done = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if err != nil && !s.done {
		return err
	}
	if s.left -= int64(n); s.left < 0 {
		return ErrTooLarge
	}
	have := s.ahead + n
	nonce, additional := s.chunks.turn(s.done)
	s.rest = s.chunks.aead.Seal(s.sealed[:0], nonce, s.plain[:min(have, room)], additional)
	if s.ahead = 0; !s.done {
		s.plain[0] = s.plain[room]
		s.ahead = 1
	}
	return nil
}

// opening reads sealed data. It returns only verified data, and io.EOF only after the last chunk.
type opening struct {
	chunks *chunks
	source io.Reader
	left   int64
	sealed []byte // a chunk, and a byte that was read ahead
	ahead  int
	plain  []byte
	rest   []byte
	err    error
}

// newOpening opens at most the given number of bytes of a source.
func newOpening(c *chunks, source io.Reader, most int64) *opening {
	return &opening{chunks: c, source: source, left: most, sealed: make([]byte, chunkSize+1), plain: make([]byte, 0, room)}
}

// Read implements io.Reader. Errors: ErrSealed, ErrTooLarge, and those of the source.
func (o *opening) Read(p []byte) (int, error) {
	for len(o.rest) == 0 {
		if o.err != nil {
			return 0, o.err
		}
		o.advance()
	}
	n := copy(p, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

func (o *opening) advance() {
	n, err := io.ReadFull(o.source, o.sealed[o.ahead:])
	last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if err != nil && !last {
		o.err = err
		return
	}
	nonce, additional := o.chunks.turn(last)
	content, err := o.chunks.aead.Open(o.plain[:0], nonce, o.sealed[:min(o.ahead+n, chunkSize)], additional)
	switch {
	case err != nil:
		o.err = fmt.Errorf("%w (chunk %d)", ErrSealed, o.chunks.next)
		return
	case last:
		o.err = io.EOF
	}
	if o.left -= int64(len(content)); o.left < 0 {
		o.err = ErrTooLarge
		return
	}
	o.rest = content
	if o.ahead = 0; !last {
		o.sealed[0] = o.sealed[chunkSize]
		o.ahead = 1
	}
}
