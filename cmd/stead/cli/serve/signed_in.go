package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"path/filepath"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/ui/api/guard"
)

// callersFile returns the file with the browsers that have signed in at a place. Its name contains the port, because
// two servers of one user have two ports. It is empty for a free port, to which no browser can return. A read-only
// server has its own file: a browser that signed in to read must not get more rights from the next server.
func (o options) callersFile(state string, place guard.Place) string {
	if _, port, err := net.SplitHostPort(o.address); err != nil || port == "0" {
		return ""
	}
	name := "signed-in-" + place.Port
	if o.readOnly {
		name += "-read-only"
	}
	return filepath.Join(state, name+".json")
}

// kept returns the signed-in browsers that the last server saved in a file, and a function that saves them there. With
// an empty path, nothing is saved.
func (o options) kept(path string) (kept []byte, keep func([]byte) error, err error) {
	if path == "" {
		return nil, nil, nil
	}
	keep = func(text []byte) error { return atomicfile.Replace(path, text) }
	if o.signOut {
		return nil, keep, keep([]byte("[]"))
	}
	if kept, err = regular.ReadFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("read which browsers have signed in: %w", err)
	}
	return kept, keep, nil
}
