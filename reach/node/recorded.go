package node

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"stead/reach/summaries"
	"stead/runs"
)

// mayResume is how many of the newest runs are looked at again once they have ended: they may be resumed.
const mayResume = 200

// recorded are the runs of this machine for the others, by their records, each of which is read when it was written.
type recorded struct {
	folder runs.Folder
	// mask masks secrets in what is said of a run.
	mask func(string) string

	access sync.Mutex
	// ids are those of known, the newest first.
	ids   []string
	known map[string]record
}

// record is what is known of one.
type record struct {
	written    time.Time
	supervisor runs.Process
	shown      summaries.Run
}

// watch calls changed whenever something has changed, until ctx is done.
func (r *recorded) watch(ctx context.Context, changed func()) {
	for ctx.Err() == nil {
		if isNew, err := r.look(); isNew && err == nil { // whoever is told then looks, too, and says what is wrong
			changed()
		}
		sleep(ctx, rest)
	}
}

// told are the active runs and then those that have ended, the newest first each.
func (r *recorded) told() (all []summaries.Run, err error) {
	if _, err := r.look(); err != nil {
		return nil, err
	}
	r.access.Lock()
	defer r.access.Unlock()
	var ended []summaries.Run
	for _, id := range r.ids {
		if one := r.known[id].shown; one.Status == runs.Running {
			all = append(all, one)
		} else {
			ended = append(ended, one)
		}
	}
	return append(all, ended...), nil
}

// look reads the records that were written since the last look. A run whose process has ended since without a word has
// changed, too.
func (r *recorded) look() (hasChanged bool, err error) {
	r.access.Lock()
	defer r.access.Unlock()
	ids, err := r.folder.IDs()
	if err != nil {
		return false, err
	}
	before := r.known
	r.ids, r.known = nil, make(map[string]record, len(ids))
	for i, id := range ids {
		was, isKnown := before[id]
		now := was
		if !isKnown || i < mayResume || was.shown.Status == runs.Running {
			now = r.read(id, was)
		}
		if now.written.IsZero() {
			continue // it is being made, or removed
		}
		hasChanged = hasChanged || !isKnown || !now.written.Equal(was.written) || now.shown.Alive != was.shown.Alive
		r.ids, r.known[id] = append(r.ids, id), now
	}
	return hasChanged || len(before) != len(r.known), nil
}

// read reads a record, if it was written since it was read. The zero value is for one that is not there.
func (r *recorded) read(id string, was record) record {
	info, err := os.Stat(filepath.Join(r.folder.Dir(id), r.folder.Record))
	if err != nil {
		return record{}
	}
	if info.ModTime().Equal(was.written) {
		was.shown.Alive = was.shown.Status == runs.Running && was.supervisor.Alive()
		return was
	}
	one, err := r.folder.Load(id)
	if err != nil {
		return record{}
	}
	one.About, one.Reason = r.mask(one.About), r.mask(one.Reason)
	return record{info.ModTime(), one.Supervisor, summaries.RunOf(one, one.Alive())}
}
