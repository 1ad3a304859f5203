package seal

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// Largest is how many bytes one seal holds at most.
const Largest = 1 << 20

// Overhead is by how many bytes what is sealed is longer: the nonce and the tag.
const Overhead = chacha20poly1305.NonceSizeX + chacha20poly1305.Overhead

// ErrOpen says that something was not sealed with this key, for this place, or was changed since.
var ErrOpen = errors.New("the content was sealed with another key, for another place, or is damaged")

// ErrLarge says that a content is larger than Largest.
var ErrLarge = fmt.Errorf("a content of more than %d bytes", Largest)

// Key seals the contents of one run and epoch.
type Key [chacha20poly1305.KeySize]byte

// NewKey returns a random key.
func NewKey() (k Key) {
	_, _ = rand.Read(k[:]) // it never fails
	return k
}

// Place is where a sealed content belongs: it opens nowhere else.
type Place struct {
	// Run is the name of the key.
	Run    string
	Epoch  uint64
	Offset int64
	// Kind tells contents at the same offset from each other.
	Kind string
}

// Bytes returns the place as bytes, of which two places have different ones: the texts come with their lengths.
func (p Place) Bytes() []byte {
	b := binary.BigEndian.AppendUint64(nil, p.Epoch)
	b = binary.BigEndian.AppendUint64(b, uint64(p.Offset))
	b = append(binary.BigEndian.AppendUint32(b, uint32(len(p.Run))), p.Run...)
	return append(b, p.Kind...)
}

// Seal encrypts a content of at most Largest bytes for a place. The error is ErrLarge.
func Seal(k Key, at Place, content []byte) ([]byte, error) {
	if len(content) > Largest {
		return nil, ErrLarge
	}
	aead, _ := chacha20poly1305.NewX(k[:]) // a Key has the size that it takes
	nonce := make([]byte, chacha20poly1305.NonceSizeX, Overhead+len(content))
	_, _ = rand.Read(nonce)
	return aead.Seal(nonce, nonce, content, at.Bytes()), nil
}

// Open returns the content that was sealed for a place. Errors: ErrOpen, ErrLarge.
func Open(k Key, at Place, sealed []byte) ([]byte, error) {
	if len(sealed) > Largest+Overhead {
		return nil, ErrLarge
	}
	if len(sealed) < Overhead {
		return nil, ErrOpen
	}
	aead, _ := chacha20poly1305.NewX(k[:])
	content, err := aead.Open(nil, sealed[:chacha20poly1305.NonceSizeX], sealed[chacha20poly1305.NonceSizeX:], at.Bytes())
	if err != nil {
		return nil, ErrOpen
	}
	return content, nil
}
