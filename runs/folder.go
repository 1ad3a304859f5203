package runs

import (
	"errors"
	"path/filepath"
	"slices"

	"stead/adapters/adapter"
	"stead/runs/dated"
)

// ErrNotFound means that there is no such run. It wraps adapter.ErrNotFound.
var ErrNotFound error = notFound{}

type notFound struct{}

// Error returns the message.
func (notFound) Error() string { return "there is no such run" }

// Unwrap returns adapter.ErrNotFound.
func (notFound) Unwrap() error { return adapter.ErrNotFound }

// ErrAmbiguous means that the ids of several runs begin with the text.
var ErrAmbiguous = errors.New("several runs match")

// recordName is the file of a run's record.
const recordName = "run.json"

// Folder holds all runs, each in a subfolder.
type Folder struct{ dated.Records[Run] }

// Open returns the runs below stead's data folder. It creates nothing.
func Open(dataFolder string) Folder {
	return Folder{dated.Records[Run]{
		Folder: dated.Folder{Root: filepath.Join(dataFolder, "runs"), Kind: "run", Record: recordName,
			NotFound: ErrNotFound, Ambiguous: ErrAmbiguous},
		ID: func(r Run) string { return r.ID },
	}}
}

// Journal returns the path of a run's journal.
func (f Folder) Journal(id string) string { return filepath.Join(f.Dir(id), "timeline.jsonl") }

// Recording returns the path of a run's terminal recording.
func (f Folder) Recording(id string) string { return filepath.Join(f.Dir(id), "terminal.cast") }

// Events returns the path of the file to which the hooks of a run's CLIs append their input.
func (f Folder) Events(id string) string { return filepath.Join(f.Dir(id), "events.jsonl") }

// LeftIn returns the newest run whose user left a session inside its CLI. The results are those of [Run.In].
func (f Folder) LeftIn(cli, session string) (was Run, since []Session, ok bool) {
	all, err := f.All()
	if err != nil {
		return Run{}, nil, false
	}
	for _, r := range all {
		if was, since, ok = r.In(cli, session); ok {
			return was, since, true
		}
	}
	return Run{}, nil, false
}

// MadeBy returns the newest run that made the given session. It serves to find the way back to the source.
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
