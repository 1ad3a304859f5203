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

// Blobs is a folder that holds the bytes of pictures and other attachments, each under its digest. So a timeline can
// name them without holding them, and equal ones lie on the disk once. The zero value holds none and takes none.
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

// OpenBlobs returns the store below stead's data folder, or the one that holds nothing where that is empty. It makes
// nothing.
func OpenBlobs(dataFolder string) Blobs {
	if dataFolder == "" {
		return Blobs{}
	}
	return Blobs{root: filepath.Join(dataFolder, "blobs", "sha256")}
}

// IsZero reports whether the store has no folder.
func (s Blobs) IsZero() bool { return s.root == "" }

// Find returns the file that holds the content of a digest. A missing one is an error that wraps fs.ErrNotExist.
func (s Blobs) Find(digest string) (string, error) {
	if decoded, err := hex.DecodeString(digest); s.IsZero() || err != nil || len(decoded) != sha256.Size {
		return "", fmt.Errorf("blob %.80q: %w", digest, fs.ErrNotExist)
	}
	path := s.path(digest)
	_, err := os.Stat(path)
	return path, err
}

// path spreads the blobs over 256 folders, so that none grows long.
func (s Blobs) path(digest string) string { return filepath.Join(s.root, digest[:2], digest) }

// Put stores what content holds. Content that is there already is not written again.
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
