package standby

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"stead/internal/sys/atomicfile"
)

// ErrTaken says that another keeper has the record of the copies.
var ErrTaken = errors.New("the copies are already being kept up to date")

// book is the file that records copies. A file beside it is locked as long as the book is open, because the book itself
// is replaced by each save.
type book struct {
	path string
	lock *flock.Flock
}

func openBook(path string) (*book, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	isMine, err := lock.TryLock()
	if err == nil && !isMine {
		err = ErrTaken
	}
	return &book{path, lock}, err
}

// Close ends the lock.
func (b *book) Close() error { return b.lock.Close() }

// load returns the recorded copies: none if there is no file yet.
func (b *book) load() (copies []Copy, err error) {
	content, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &copies)
	}
	if err != nil {
		return nil, fmt.Errorf("read the record of copies %s: %w", b.path, err)
	}
	return copies, nil
}

// save replaces what is recorded.
func (b *book) save(copies []Copy) error {
	content, err := json.Marshal(copies)
	if err != nil {
		return err
	}
	if err := atomicfile.Replace(b.path, content); err != nil {
		return fmt.Errorf("record the copies in %s: %w", b.path, err)
	}
	return nil
}
