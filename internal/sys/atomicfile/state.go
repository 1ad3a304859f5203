package atomicfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"stead/internal/sys/regular"
)

// Errors of [Set.Extend].
var (
	// ErrChanged: the file has changed since its state was taken.
	ErrChanged = errors.New("the file has changed")
	// ErrRewritten: the new content does not begin with all of the file's content.
	ErrRewritten = errors.New("the file would be changed, not added to")
)

// State is the state of a file at a moment. Equal states mean equal content.
type State struct {
	Size int64 `json:"size"`
	// Modified is in nanoseconds since 1970.
	Modified int64 `json:"modified"`
	// End is the SHA-256 of the file's end, which shows a change that keeps size and time.
	End string `json:"end"`
}

// endSize is the number of bytes of a file's end that its state covers.
const endSize = 64 << 10

// StateOf returns a file's current state. Only a regular file has a state; the content of a link's target is not the
// link's own.
func StateOf(path string) (State, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return State{}, err
	}
	if !info.Mode().IsRegular() {
		return State{}, fmt.Errorf("%s: %w: it is not a regular file", path, fs.ErrInvalid)
	}
	file, err := regular.Open(path)
	if err != nil {
		return State{}, err
	}
	defer file.Close()
	if info, err = file.Stat(); err != nil {
		return State{}, err
	}
	sum := sha256.New()
	from := max(0, info.Size()-endSize)
	if _, err := io.Copy(sum, io.NewSectionReader(file, from, info.Size()-from)); err != nil {
		return State{}, err
	}
	return State{Size: info.Size(), Modified: info.ModTime().UnixNano(), End: hex.EncodeToString(sum.Sum(nil))}, nil
}

// expect returns an error unless a file is still in the state.
func (s State) expect(path string) error {
	now, err := StateOf(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if err == nil && now != s {
		err = fmt.Errorf("%s: %w", path, ErrChanged)
	}
	return err
}

// beginsWith returns an error unless a file begins with all bytes of another.
func beginsWith(path, beginning string) error {
	file, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	old, err := regular.Open(beginning)
	if err != nil {
		return err
	}
	defer old.Close()
	want, got := make([]byte, bufferSize), make([]byte, bufferSize)
	for {
		n, err := io.ReadFull(old, want)
		if m, _ := io.ReadFull(file, got[:n]); m < n || !bytes.Equal(want[:n], got[:n]) {
			return fmt.Errorf("%s: %w", beginning, ErrRewritten)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}
