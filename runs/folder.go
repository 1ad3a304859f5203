package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"

	"stead/adapters/adapter"
	"stead/internal/dated"
	"stead/internal/regular"
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

// recordName is the file of a run's record.
const recordName = "run.json"

// Folder holds all runs, each in a folder of its own.
type Folder struct{ dated.Folder }

// Open returns the runs below stead's data folder. It makes nothing.
func Open(dataFolder string) Folder {
	return Folder{dated.Folder{Root: filepath.Join(dataFolder, "runs"), Kind: "run", Record: recordName, NotFound: ErrNotFound, Ambiguous: ErrAmbiguous}}
}

// Journal returns the path of a run's journal.
func (f Folder) Journal(id string) string { return filepath.Join(f.Dir(id), "timeline.jsonl") }

// Recording returns the path of a run's terminal recording.
func (f Folder) Recording(id string) string { return filepath.Join(f.Dir(id), "terminal.cast") }

// Events returns the path of the file to which the hooks of a run's CLIs append what they are told.
func (f Folder) Events(id string) string { return filepath.Join(f.Dir(id), "events.jsonl") }

// Save writes a run's record in place of the one before.
func (f Folder) Save(r Run) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return renameio.WriteFile(filepath.Join(f.Dir(r.ID), recordName), append(data, '\n'), 0o600)
}

// Load reads the record of a run.
func (f Folder) Load(id string) (Run, error) {
	data, err := regular.ReadFile(filepath.Join(f.Dir(id), recordName))
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

// Find returns the run whose id begins with name, or ends with it as [Short] has it; "latest" is the one that was last active. Errors: ErrNotFound, ErrAmbiguous.
func (f Folder) Find(name string) (Run, error) {
	id, err := f.Folder.Find(name)
	if err != nil {
		return Run{}, err
	}
	return f.Load(id)
}

// All returns the records of all runs, the newest first. Folders without a readable record are left out.
func (f Folder) All() ([]Run, error) {
	ids, err := f.IDs()
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
