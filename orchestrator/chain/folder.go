package chain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"golang.org/x/sys/unix"

	"stead/adapters/adapter"
	"stead/internal/dated"
	"stead/internal/regular"
)

// Errors of finding a chain. ErrNotFound wraps adapter.ErrNotFound.
var (
	ErrNotFound  error = notFound{}
	ErrAmbiguous       = errors.New("several chains match")
)

type notFound struct{}

// Error says so.
func (notFound) Error() string { return "there is no such chain" }

// Unwrap returns adapter.ErrNotFound.
func (notFound) Unwrap() error { return adapter.ErrNotFound }

// recordName is the file of a chain's record.
const recordName = "chain.json"

// Folder holds all chains, each in a folder of its own.
type Folder struct{ dated.Folder }

// Open returns the chains below stead's data folder. It makes nothing.
func Open(dataFolder string) Folder {
	return Folder{dated.Folder{Root: filepath.Join(dataFolder, "chains"), Kind: "chain", Record: recordName, NotFound: ErrNotFound, Ambiguous: ErrAmbiguous}}
}

// Save writes a chain's record in place of the one before.
func (f Folder) Save(c Chain) error {
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(filepath.Join(f.Dir(c.ID), recordName), append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("save the record of chain %s: %w", c.ID, err)
	}
	return nil
}

// Load reads the record of a chain. Errors: ErrNotFound.
func (f Folder) Load(id string) (c Chain, err error) {
	data, err := regular.ReadFile(filepath.Join(f.Dir(id), recordName))
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("chain %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("read the record of chain %s: %w", id, err)
	}
	return c, nil
}

// Find returns the chain whose id begins with name, or ends with it; "latest" is the one that was last active. Errors: ErrNotFound, ErrAmbiguous.
func (f Folder) Find(name string) (Chain, error) {
	id, err := f.Folder.Find(name)
	if err != nil {
		return Chain{}, err
	}
	return f.Load(id)
}

// All returns the records of all chains, the newest first. Folders without a readable record are left out.
func (f Folder) All() ([]Chain, error) {
	ids, err := f.IDs()
	if err != nil {
		return nil, err
	}
	all := make([]Chain, 0, len(ids))
	for _, id := range ids {
		if c, err := f.Load(id); err == nil {
			all = append(all, c)
		}
	}
	return all, nil
}

// AliveError is a chain that somebody works on.
type AliveError struct{ Chain Chain }

// Error says so.
func (e *AliveError) Error() string { return fmt.Sprintf("chain %s is still active", e.Chain.ID) }

// Hint says by whom.
func (e *AliveError) Hint() string {
	return fmt.Sprintf("process %d works on it; see its progress: stead chain show %s", e.Chain.Supervisor.PID, e.Chain.ID)
}

// lock makes sure that one process works on a chain. The lock ends with the process, however that ends.
func (f Folder) lock(id string) (release func(), err error) {
	file, err := os.OpenFile(filepath.Join(f.Dir(id), "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return func() { file.Close() }, nil
	}
	file.Close()
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return nil, err
	}
	c, err := f.Load(id)
	if err != nil {
		return nil, err
	}
	return nil, &AliveError{c}
}
