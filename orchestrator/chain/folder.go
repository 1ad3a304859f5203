package chain

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"

	"stead/adapters/adapter"
	"stead/runs/dated"
)

// Errors of finding a chain. ErrNotFound wraps adapter.ErrNotFound.
var (
	ErrNotFound  error = notFound{}
	ErrAmbiguous       = errors.New("several chains match")
)

type notFound struct{}

// Error implements error.
func (notFound) Error() string { return "there is no such chain" }

// Unwrap returns adapter.ErrNotFound.
func (notFound) Unwrap() error { return adapter.ErrNotFound }

// recordName is the file of a chain's record.
const recordName = "chain.json"

// Folder holds all chains, each in a folder of its own.
type Folder struct{ dated.Records[Chain] }

// Open returns the chains below stead's data folder. It creates nothing.
func Open(dataFolder string) Folder {
	return Folder{dated.Records[Chain]{
		Folder: dated.Folder{Root: filepath.Join(dataFolder, "chains"), Kind: "chain", Record: recordName,
			NotFound: ErrNotFound, Ambiguous: ErrAmbiguous},
		ID: func(c Chain) string { return c.ID },
	}}
}

// AliveError says that another process works on a chain.
type AliveError struct{ Chain Chain }

// Error implements error.
func (e *AliveError) Error() string { return fmt.Sprintf("chain %s is still active", e.Chain.ID) }

// Hint names that process.
func (e *AliveError) Hint() string {
	return fmt.Sprintf("process %d works on it; see its progress: stead chain show %s", e.Chain.Supervisor.PID, e.Chain.ID)
}

// lock makes sure that only one process works on a chain. The lock ends with the process, however that ends.
func (f Folder) lock(id string) (release func(), err error) {
	lock := flock.New(filepath.Join(f.Dir(id), "lock"), flock.SetPermissions(0o600))
	switch isMine, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case isMine:
		return func() { _ = lock.Close() }, nil // the file stays because others may wait for it
	}
	c, err := f.Load(id)
	if err != nil {
		return nil, err
	}
	return nil, &AliveError{c}
}
