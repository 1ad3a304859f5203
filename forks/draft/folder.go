package draft

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// Errors of a folder.
var (
	// ErrNotFound means that there is no draft with that id.
	ErrNotFound = errors.New("no such draft")
	// ErrAmbiguous means that the ids of several drafts begin with the text.
	ErrAmbiguous = errors.New("several drafts")
	// ErrRevision means that the draft has changed since the caller saw it.
	ErrRevision = errors.New("it was changed meanwhile")
)

// Latest is the keyword for the draft that was changed last.
const Latest = "latest"

const (
	extension = ".json"
	lockName  = ".lock"
	// lockInterval is how often to retry a folder that another process has locked.
	lockInterval = 10 * time.Millisecond
	// largest is the maximum size, in bytes, that is read of a draft's file.
	largest = 256 << 20
)

// Folder stores drafts, a small file each. Several processes may use it concurrently.
type Folder struct{ path string }

// OpenFolder returns the folder of drafts below stead's data folder. It creates nothing.
func OpenFolder(dataFolder string) Folder { return Folder{filepath.Join(dataFolder, "drafts")} }

// Listed is a draft in a list.
type Listed struct {
	Draft
	// Changed is the time of the last change.
	Changed time.Time
}

// List returns the drafts, the last changed first. It omits drafts that cannot be read. The error is that of the
// folder.
func (f Folder) List() ([]Listed, error) {
	files, err := f.files()
	if err != nil {
		return nil, err
	}
	var all []Listed
	for _, file := range files {
		if d, err := f.read(idOf(file)); err == nil {
			all = append(all, Listed{d, file.ModTime()})
		}
	}
	return all, nil
}

// State distinguishes states of the folder without reading any draft. It is empty if there are no drafts.
func (f Folder) State() string {
	files, err := f.files()
	if err != nil {
		return ""
	}
	var all strings.Builder
	for _, file := range files {
		fmt.Fprintf(&all, "%s %d %d\n", file.Name(), file.Size(), file.ModTime().UnixNano())
	}
	return all.String()
}

// files returns the files of drafts, the last changed first.
func (f Folder) files() ([]fs.FileInfo, error) {
	names, err := os.ReadDir(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the drafts: %w", err)
	}
	var files []fs.FileInfo
	for _, name := range names {
		if info, err := name.Info(); err == nil && info.Mode().IsRegular() && isID(idOf(info)) &&
			filepath.Ext(info.Name()) == extension {
			files = append(files, info)
		}
	}
	slices.SortStableFunc(files, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return files, nil
}

func idOf(file fs.FileInfo) string { return strings.TrimSuffix(file.Name(), extension) }

// isID reports whether a text can be the id of a draft. It ensures that no id leads out of the folder.
func isID(text string) bool {
	return text != "" && strings.Trim(text, "0123456789abcdefghijklmnopqrstuvwxyz-") == ""
}

// Find returns a draft by its id, the beginning of its id, or Latest. The prefix of a reference is optional. Errors
// wrap ErrNotFound or ErrAmbiguous.
func (f Folder) Find(text string) (Draft, error) {
	id := strings.TrimPrefix(text, Prefix+":")
	files, err := f.files()
	if err != nil {
		return Draft{}, err
	}
	var found []string
	for _, file := range files {
		switch {
		case idOf(file) == id, id == Latest:
			return f.read(idOf(file))
		case strings.HasPrefix(idOf(file), id):
			found = append(found, Prefix+":"+idOf(file))
		}
	}
	switch {
	case len(found) == 1:
		return f.read(strings.TrimPrefix(found[0], Prefix+":"))
	case len(found) > 1 && id != "":
		return Draft{}, fmt.Errorf("%w have an id that begins with %s: %s", ErrAmbiguous, id, strings.Join(found, ", "))
	}
	return Draft{}, fmt.Errorf("%w as %q", ErrNotFound, text)
}

func (f Folder) file(id string) string { return filepath.Join(f.path, id+extension) }

func (f Folder) read(id string) (Draft, error) {
	file, err := regular.Open(f.file(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, fmt.Errorf("%w as %q", ErrNotFound, id)
	}
	if err != nil {
		return Draft{}, fmt.Errorf("read draft %s: %w", id, err)
	}
	defer file.Close()
	var d Draft
	if err := json.NewDecoder(io.LimitReader(file, largest)).Decode(&d); err != nil {
		return Draft{}, fmt.Errorf("read draft %s: %s is damaged: %w", id, f.file(id), err)
	}
	d.ID = id
	return d, nil
}

// write atomically replaces a draft's file.
func (f Folder) write(d Draft) error {
	err := atomicfile.Write(f.file(d.ID), true, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		return encoder.Encode(d)
	})
	if err != nil {
		return fmt.Errorf("keep %s: %w", d.Reference(), err)
	}
	return nil
}

// Delete removes a draft and returns its last state. Text is as in [Folder.Find]. The original is not changed. Errors
// are those of Find and of the folder.
func (f Folder) Delete(ctx context.Context, text string) (d Draft, err error) {
	err = f.locked(ctx, func() error {
		if d, err = f.Find(text); err != nil {
			return err
		}
		return os.Remove(f.file(d.ID))
	})
	return d, err
}

// locked calls do while the folder is locked against other processes.
func (f Folder) locked(ctx context.Context, do func() error) error {
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return fmt.Errorf("make the folder of drafts: %w", err)
	}
	lock := flock.New(filepath.Join(f.path, lockName), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockInterval); err != nil {
		return fmt.Errorf("wait for the folder of drafts: %w", err)
	}
	defer lock.Unlock() //nolint:errcheck // the end of the process unlocks it, too
	return do()
}
