package seal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// drawer is a folder of the keys that this machine has made, as they lie at the hub: a hub that was wiped gets them
// back.
type drawer string

func drawerIn(dataFolder string) drawer { return drawer(filepath.Join(dataFolder, "reach", "keys")) }

func (s drawer) path(n name) string {
	return filepath.Join(string(s), n.file())
}

func (s drawer) put(n name, content []byte) error {
	err := atomicfile.Replace(s.path(n), content)
	if err != nil {
		return fmt.Errorf("keep the key of %s: %w", n, err)
	}
	return nil
}

// get returns nil for a key that this machine has not made.
func (s drawer) get(n name) ([]byte, error) {
	content, err := regular.ReadFile(s.path(n))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// remove removes a key, which may be gone already.
func (s drawer) remove(n name) error {
	err := os.Remove(s.path(n))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// all are the names of all keys that this machine has made.
func (s drawer) all() (all []name, err error) {
	entries, err := os.ReadDir(string(s))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look for this machine's keys: %w", err)
	}
	for _, e := range entries {
		if n, ok := parseFile(e.Name()); ok {
			all = append(all, n)
		}
	}
	return all, nil
}
