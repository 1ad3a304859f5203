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

// callersFile is the file that keeps who has signed in at a place: two servers of one user have two ports. Nobody comes
// back to any free port. Who was let in to look must not find more allowed by the next server.
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

// kept returns who has signed in, as the last server has kept it in a file, and what keeps it there. An empty path
// keeps nobody.
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
