package replica

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"stead/internal/sys/atomicfile"
	"stead/reach/layout"
	"stead/reach/seal"
)

// Removals are the runs that this machine is to remove from the hub, too: a file for each, until it is done. The zero
// value has none.
type Removals struct{ folder string }

// OpenRemovals returns those of the machine with that folder for data. It makes nothing.
func OpenRemovals(data string) Removals {
	return Removals{filepath.Join(data, "reach", "removals")}
}

// Add has a run removed from the hub once it is removed here. The error is that of the disk.
func (r Removals) Add(run string) error {
	err := atomicfile.Replace(r.path(run), nil)
	if err != nil {
		return fmt.Errorf("remember to remove run %s from the hub: %w", run, err)
	}
	return nil
}

func (r Removals) path(run string) string { return filepath.Join(r.folder, layout.Token(run)) }

// all are the runs that are not removed yet.
func (r Removals) all() (runs []string, err error) {
	if r.folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(r.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if run, ok := layout.Text(e.Name()); ok {
			runs = append(runs, run)
		}
	}
	return runs, nil
}

// Remove removes from the hub what is to be removed there, by destroying its keys: see [seal.Keyring.Remove]. What is
// still here stays there, too, and so do runs of which busy says that they have a publisher. Nil has none. The error
// joins those of the runs; they stay to be removed.
func (m Machine) Remove(ctx context.Context, busy func(run string) bool) error {
	all, failed := m.Removals.all()
	for _, run := range all {
		if _, err := os.Stat(m.Folder.Dir(run)); err == nil || busy != nil && busy(run) {
			continue
		}
		err := m.removeKeys(ctx, run)
		if err == nil {
			err = os.Remove(m.Removals.path(run))
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // another process was faster
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// removeKeys removes the keys of a run, also those of a membership that this machine had before it joined again.
func (m Machine) removeKeys(ctx context.Context, run string) (failed error) {
	made, err := m.Keys.Made()
	if err != nil {
		return err
	}
	for name := range made {
		if of, ok := seal.RunOf(name); ok && of == run {
			failed = errors.Join(failed, m.Keys.Remove(ctx, name))
		}
	}
	return failed
}
