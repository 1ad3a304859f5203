package edit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"stead/forks/draft"
	"stead/forks/draft/blocks"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/filelock"
	"stead/internal/sys/filestat"
	"stead/internal/sys/regular"
)

// scratch is the folder with the text that is open in the user's editor. Both stead and the editor lock its owner file,
// so the leftovers of a killed stead can be distinguished from folders in use. A folder without that file holds a text
// that was kept for the user.
type scratch struct {
	folder string
	owner  *os.File
}

// Names in a scratch folder, and the prefix of its own name.
const (
	scratchName = "stead-edit-"
	textName    = "session.txt"
	ownerName   = "owner"
)

// owned is the content of an owner file: the edited session, and the checksum of the text that the editor got. The
// checksum is empty until the editor starts.
type owned struct {
	Reference string `json:"reference"`
	Sum       string `json:"sum,omitempty"`
}

// newScratch creates the folder with a copy's text.
func newScratch(ctx context.Context, reference string, c *draft.Copy) (*scratch, error) {
	folder, err := os.MkdirTemp("", scratchName)
	if err != nil {
		return nil, err
	}
	s := &scratch{folder: folder}
	if err := s.fill(ctx, reference, c); err != nil {
		return nil, errors.Join(err, s.remove())
	}
	return s, nil
}

func (s *scratch) fill(ctx context.Context, reference string, c *draft.Copy) (err error) {
	if s.owner, err = os.CreateTemp(s.folder, ".owner-"); err != nil {
		return err
	}
	if err := filelock.Try(s.owner); err != nil {
		return err
	}
	if err := s.say(owned{Reference: reference}); err != nil {
		return err
	}
	// The file is already locked when it gets its name.
	if err := os.Rename(s.owner.Name(), filepath.Join(s.folder, ownerName)); err != nil {
		return err
	}
	if err := atomicfile.Write(s.text(), false, func(w io.Writer) error { return blocks.Write(ctx, w, c) }); err != nil {
		return err
	}
	sum, err := sumOf(s.text())
	if err != nil {
		return err
	}
	return s.say(owned{reference, sum})
}

// say writes the owner file. The content only ever grows.
func (s *scratch) say(o owned) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = s.owner.WriteAt(data, 0)
	return err
}

func (s *scratch) text() string { return filepath.Join(s.folder, textName) }

// keep leaves the text to the user.
func (s *scratch) keep() error {
	return errors.Join(os.Remove(filepath.Join(s.folder, ownerName)), s.owner.Close())
}

func (s *scratch) remove() error {
	err := os.RemoveAll(s.folder)
	if s.owner != nil {
		s.owner.Close()
	}
	return err
}

// cleanUp removes the folders that killed steads have left. It keeps a text that the user has changed, and reports it
// to kept, once.
func cleanUp(kept func(reference, path string)) {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), scratchName+"*"))
	for _, folder := range folders {
		if s, about, isLeft := openLeft(folder); isLeft {
			s.cleanUp(about, kept)
		}
	}
}

// openLeft opens and locks the folder that a killed stead has left. IsLeft is false if the folder is in use, or belongs
// to another user.
func openLeft(folder string) (s *scratch, about owned, isLeft bool) {
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() {
		return nil, about, false
	}
	if user, ok := filestat.Owner(info); ok && user != os.Getuid() {
		return nil, about, false
	}
	owner, err := regular.Open(filepath.Join(folder, ownerName))
	if err != nil {
		return nil, about, false
	}
	if filelock.Try(owner) != nil ||
		json.NewDecoder(owner).Decode(&about) != nil {
		owner.Close()
		return nil, about, false
	}
	return &scratch{folder, owner}, about, true
}

func (s *scratch) cleanUp(about owned, kept func(reference, path string)) {
	sum, err := sumOf(s.text())
	if about.Sum == "" || sum == about.Sum || errors.Is(err, os.ErrNotExist) {
		_ = s.remove() // the next command tries again
		return
	}
	if err := s.keep(); err == nil {
		kept(about.Reference, s.text())
	}
}

func sumOf(path string) (string, error) {
	file, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), err
}
