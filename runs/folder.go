package runs

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"stead/internal/adapter"
)

// ErrNotFound says that there is no such run. It wraps adapter.ErrNotFound.
var ErrNotFound error = notFound{}

type notFound struct{}

// Error says so.
func (notFound) Error() string { return "there is no such run" }

// Unwrap returns adapter.ErrNotFound.
func (notFound) Unwrap() error { return adapter.ErrNotFound }

// ErrAmbiguous says that several runs have an id that begins so.
var ErrAmbiguous = errors.New("several runs match")

// Folder holds all runs.
type Folder struct {
	root string
}

// Open returns the runs below stead's data folder. It makes nothing.
func Open(dataFolder string) Folder { return Folder{root: filepath.Join(dataFolder, "runs")} }

// Dir returns the folder of one run.
func (f Folder) Dir(id string) string { return filepath.Join(f.root, id) }

// Journal returns the path of a run's journal.
func (f Folder) Journal(id string) string { return filepath.Join(f.Dir(id), "timeline.jsonl") }

// Recording returns the path of a run's terminal recording.
func (f Folder) Recording(id string) string { return filepath.Join(f.Dir(id), "terminal.cast") }

// Events returns the path of the file to which the hooks of a run's CLIs append what they are told.
func (f Folder) Events(id string) string { return filepath.Join(f.Dir(id), "events.jsonl") }

// Create makes the folder of a new run and returns its id: the time to the second, which sorts, and four random digits.
func (f Folder) Create(now time.Time) (string, error) {
	if err := os.MkdirAll(f.root, 0o700); err != nil {
		return "", fmt.Errorf("make the folder of stead's runs: %w", err)
	}
	for {
		var random [2]byte
		rand.Read(random[:])
		id := now.UTC().Format("20060102-150405-") + hex.EncodeToString(random[:])
		err := os.Mkdir(f.Dir(id), 0o700)
		if !errors.Is(err, fs.ErrExist) {
			return id, err
		}
	}
}

// Save writes a run's record in place of the one before.
func (f Folder) Save(r Run) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return renameio.WriteFile(filepath.Join(f.Dir(r.ID), "run.json"), append(data, '\n'), 0o600)
}

// Remove deletes a run's folder.
func (f Folder) Remove(id string) error { return os.RemoveAll(f.Dir(id)) }

// Load reads the record of a run.
func (f Folder) Load(id string) (Run, error) {
	data, err := os.ReadFile(filepath.Join(f.Dir(id), "run.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return Run{}, fmt.Errorf("run %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return Run{}, err
	}
	var r Run
	if err := json.Unmarshal(data, &r); err != nil {
		return Run{}, fmt.Errorf("read the record of run %s: %w", id, err)
	}
	return r, nil
}

// Find returns the run whose id begins with prefix, or ends with it as [Short] has it; "latest" is the newest. Errors: ErrNotFound, ErrAmbiguous.
func (f Folder) Find(prefix string) (Run, error) {
	ids, err := f.ids()
	if err != nil {
		return Run{}, err
	}
	if prefix != "latest" {
		ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, prefix) && ending(id) != prefix })
	}
	switch {
	case len(ids) == 0:
		return Run{}, fmt.Errorf("run %s: %w", prefix, ErrNotFound)
	case len(ids) > 1 && prefix != "latest":
		return Run{}, fmt.Errorf("run %s: %w: %s", prefix, ErrAmbiguous, strings.Join(ids, ", "))
	}
	return f.Load(ids[0])
}

// All returns the records of all runs, the newest first. Folders without a readable record are left out.
func (f Folder) All() ([]Run, error) {
	ids, err := f.ids()
	if err != nil {
		return nil, err
	}
	all := make([]Run, 0, len(ids))
	for _, id := range ids {
		if r, err := f.Load(id); err == nil {
			all = append(all, r)
		}
	}
	return all, nil
}

// MadeBy returns the newest run that made the given session, by which the way back is found.
func (f Folder) MadeBy(cli, session string) (Run, bool) {
	all, err := f.All()
	if err != nil {
		return Run{}, false
	}
	at := slices.IndexFunc(all, func(r Run) bool { return r.To.CLI == cli && r.To.ID == session })
	if at < 0 {
		return Run{}, false
	}
	return all[at], true
}

// ids returns the ids of all runs, the newest first.
func (f Folder) ids() ([]string, error) {
	entries, err := os.ReadDir(f.root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list stead's runs: %w", err)
	}
	ids := make([]string, 0, len(entries))
	for _, entry := range entries {
		ids = append(ids, entry.Name())
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(b, a) })
	return ids, nil
}
