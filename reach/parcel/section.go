package parcel

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
)

// magic begins a parcel.
const magic = "stead-parcel\n"

// kind is the kind of a section's content.
type kind byte

// The kinds, in their order. Bundle and included repeat for each repository.
const (
	manifestKind kind = 'm'
	sessionKind  kind = 's'
	bundleKind   kind = 'b'
	includedKind kind = 'i'
	// endKind is followed by the digest of everything before it.
	endKind kind = 'e'
)

const (
	// mostParts is the maximum number of repositories in a parcel, largestManifest the maximum size of the manifest in
	// bytes.
	mostParts       = 1000
	largestManifest = 16 << 20
	// pieceSize is the maximum number of bytes of a section after one length.
	pieceSize = 128 << 10
)

// writer writes sections. A section is its kind, the number of its repository, and pieces, each after its length. A
// length of 0 ends it.
type writer struct {
	out  io.Writer
	sum  hash.Hash
	size int64
}

// newWriter begins a parcel.
func newWriter(out io.Writer) (*writer, error) {
	w := &writer{out: out, sum: sha256.New()}
	return w, w.write([]byte(magic))
}

func (w *writer) write(content []byte) error {
	w.sum.Write(content) // never fails
	w.size += int64(len(content))
	_, err := w.out.Write(content)
	return err
}

// section writes a section. If fill writes nothing, there is no section.
func (w *writer) section(k kind, part int, fill func(io.Writer) error) error {
	s := &sectionWriter{w: w, kind: k, part: part, piece: make([]byte, 4, 4+pieceSize)}
	if err := fill(s); err != nil {
		return err
	}
	return s.end()
}

// end ends the parcel.
func (w *writer) end() error {
	if err := w.write([]byte{byte(endKind)}); err != nil {
		return err
	}
	return w.write(w.sum.Sum(nil))
}

type sectionWriter struct {
	w     *writer
	kind  kind
	part  int
	begun bool
	piece []byte // room for its length, then its content
}

// Write implements io.Writer.
func (s *sectionWriter) Write(content []byte) (n int, err error) {
	for len(content) > 0 {
		room := min(pieceSize+4-len(s.piece), len(content))
		s.piece = append(s.piece, content[:room]...)
		content = content[room:]
		n += room
		if len(s.piece) == pieceSize+4 {
			if err := s.flush(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

func (s *sectionWriter) flush() error {
	if !s.begun {
		s.begun = true
		if err := s.w.write(binary.BigEndian.AppendUint32([]byte{byte(s.kind)}, uint32(s.part))); err != nil {
			return err
		}
	}
	binary.BigEndian.PutUint32(s.piece, uint32(len(s.piece)-4))
	err := s.w.write(s.piece)
	s.piece = s.piece[:4]
	return err
}

func (s *sectionWriter) end() error {
	if len(s.piece) > 4 {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if !s.begun {
		return nil
	}
	return s.flush() // an empty piece
}
