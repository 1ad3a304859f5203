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

// mayResume is how many of the newest runs are checked again after they have ended, because they may be resumed.
const mayResume = 200

// recorded tracks this machine's runs for the other machines, by their records. It reads a record again after each
// write.
type recorded struct {
	folder runs.Folder
	// mask masks secrets in texts about a run.
	mask func(string) string

	access sync.Mutex
	// ids are the keys of known, the newest first.
	ids   []string
	known map[string]record
}

// record is the known state of a run.
type record struct {
	written    time.Time
	supervisor runs.Process
	shown      summaries.Run
}

// watch calls changed whenever a run has changed, until ctx is done.
func (r *recorded) watch(ctx context.Context, changed func()) {
	for ctx.Err() == nil {
		if isNew, err := r.look(); isNew && err == nil { // the caller that is told then looks, too, and reports errors
			changed()
		}
		sleep(ctx, rest)
	}
}

// told returns the active runs and then those that have ended, the newest first in each group.
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

// look reads the records that were written since the last look. A run whose process has died without writing counts as
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
			continue // it is being created or removed
		}
		hasChanged = hasChanged || !isKnown || !now.written.Equal(was.written) || now.shown.Alive != was.shown.Alive
		r.ids, r.known[id] = append(r.ids, id), now
	}
	return hasChanged || len(before) != len(r.known), nil
}

// read reads a record again if it was written since the last read. It returns the zero value for a missing one.
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
