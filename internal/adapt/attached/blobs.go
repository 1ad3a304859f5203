package attached

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stead/internal/sys/atomicfile"
)

// Blobs is a folder that holds the contents of images and other attachments, each under its digest. A timeline can thus
// name them without holding them, and equal contents are stored once. The zero value is empty and accepts nothing.
type Blobs struct {
	root string
}

// Blob is stored content.
type Blob struct {
	// SHA256 is the content's digest in hexadecimal, Size its length in bytes.
	SHA256 string
	Size   int64
	// Path is the file that holds it.
	Path string
}

// OpenBlobs returns the store below stead's data folder. For an empty dataFolder, it returns the zero value. It does
// not create anything.
func OpenBlobs(dataFolder string) Blobs {
	if dataFolder == "" {
		return Blobs{}
	}
	return Blobs{root: filepath.Join(dataFolder, "blobs", "sha256")}
}

// IsZero reports whether the store has no folder.
func (s Blobs) IsZero() bool { return s.root == "" }

// Find returns the path of the file that holds the content with a digest. If there is none, the error wraps
// fs.ErrNotExist.
func (s Blobs) Find(digest string) (string, error) {
	if decoded, err := hex.DecodeString(digest); s.IsZero() || err != nil || len(decoded) != sha256.Size {
		return "", fmt.Errorf("blob %.80q: %w", digest, fs.ErrNotExist)
	}
	path := s.path(digest)
	_, err := os.Stat(path)
	return path, err
}

// path returns the path of a blob. It spreads the blobs over 256 folders, so that no folder grows long.
func (s Blobs) path(digest string) string { return filepath.Join(s.root, digest[:2], digest) }

// Put stores what content holds. It does not write content again that is already in the store.
func (s Blobs) Put(content io.ReadSeeker) (Blob, error) {
	if s.IsZero() {
		return Blob{}, errors.New("store a blob: no folder is set for blobs")
	}
	digest := sha256.New()
	size, err := io.Copy(digest, content)
	if err != nil {
		return Blob{}, err
	}
	name := hex.EncodeToString(digest.Sum(nil))
	b := Blob{SHA256: name, Size: size, Path: s.path(name)}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return Blob{}, err
	}
	if err := write(b.Path, content); err != nil && !errors.Is(err, fs.ErrExist) {
		return Blob{}, fmt.Errorf("store a blob: %w", err)
	}
	return b, nil
}

func write(path string, content io.Reader) error {
	var set atomicfile.Set
	defer set.Abort()
	file, err := set.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, content); err != nil {
		return err
	}
	return set.Commit()
}
