package model

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stead/forks/draft"
	"stead/runs/dated"
)

// Every glance checks the newest contests, chains and drafts. An older one changes only after somebody has resumed it.
// The next look at all of them finds that change.
const (
	glance = 500 * time.Millisecond
	newest = 20
)

// records reports changes of contests, chains and drafts, which have few files.
func (w watcher) records(ctx context.Context) {
	kinds := []*recordKind{
		{topic: ContestTopic, folder: w.options.Contests.Folder, state: func(id string) string {
			c, _ := w.options.Contests.Load(id) // one that has been deleted has no state
			return string(c.Status)
		}},
		{topic: ChainTopic, folder: w.options.Chains.Folder, state: func(id string) string {
			c, _ := w.options.Chains.Load(id)
			return string(c.Status)
		}},
	}
	drafts := &draftRevisions{}
	all, few := time.NewTicker(poll), time.NewTicker(glance)
	defer all.Stop()
	defer few.Stop()
	for most := 0; ; {
		for _, k := range kinds {
			k.look(most, w.changed)
		}
		drafts.look(w.options.Drafts.Folder, w.changed)
		select {
		case <-ctx.Done():
			return
		case <-few.C:
			most = newest
		case <-all.C:
			most = 0
		}
	}
}

// recordKind tracks the records of one kind.
type recordKind struct {
	topic  Topic
	folder dated.Folder
	// state returns the status of the record with this id.
	state func(id string) string
	// known maps the ids of the records seen so far to their revisions. It is nil at first.
	known map[string]string
	// ids are the ids that the folder had when its revision was root.
	ids  []string
	root string
}

// list returns the ids of all records, the newest first. It reads the folder if it has changed, or if anew is set: when
// two changes come nearly at the same moment, the modification time does not show the second.
func (k *recordKind) list(anew bool) ([]string, error) {
	root := revisionOfFile(k.folder.Root)
	if root == k.root && root != "" && !anew {
		return k.ids, nil
	}
	ids, err := k.folder.IDs()
	if err == nil {
		k.ids, k.root = ids, root
	}
	return ids, err
}

// look reports what differs from known among the newest records, at most most of them, or among all for 0.
func (k *recordKind) look(most int, changed func(Change)) {
	ids, err := k.list(most == 0)
	if err != nil {
		return // the next look may find them
	}
	isFirst := k.known == nil
	if isFirst {
		k.known = map[string]string{}
	}
	for n, id := range ids {
		if most > 0 && n == most {
			return
		}
		revision := revisionOfFile(filepath.Join(k.folder.Dir(id), k.folder.Record))
		if revision == "" || revision == k.known[id] {
			continue
		}
		k.known[id] = revision
		if !isFirst {
			changed(Change{Topic: k.topic, Ref: id, Revision: revision, State: k.state(id)})
		}
	}
	k.forget(ids, most, changed)
}

// forget reports records that are gone, if all were looked at.
func (k *recordKind) forget(ids []string, most int, changed func(Change)) {
	if len(ids) == len(k.known) || most > 0 && len(ids) > most {
		return
	}
	isThere := map[string]bool{}
	for _, id := range ids {
		isThere[id] = true
	}
	for id := range k.known {
		if !isThere[id] {
			delete(k.known, id)
			changed(Change{Topic: k.topic, Ref: id, State: Gone})
		}
	}
}

// revisionOfFile tells two states of a file apart. It is empty for a file that does not exist.
func revisionOfFile(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x-%x", info.ModTime().UnixNano(), info.Size())
}

// draftRevisions are the revisions of the drafts seen so far.
type draftRevisions struct {
	// folder is the state of their folder. Known is nil at first.
	folder string
	known  map[string]string
}

// look reports how the drafts differ from those that are known.
func (r *draftRevisions) look(folder draft.Folder, changed func(Change)) {
	state := folder.State()
	if r.known != nil && state == r.folder {
		return
	}
	all, err := folder.List()
	if err != nil {
		return // the next look may find them
	}
	now := make(map[string]string, len(all))
	for _, d := range all {
		now[d.ID] = d.Revision()
		if r.known != nil && r.known[d.ID] != now[d.ID] {
			changed(Change{Topic: DraftTopic, Ref: d.ID, Revision: now[d.ID]})
		}
	}
	for id := range r.known {
		if _, isThere := now[id]; !isThere {
			changed(Change{Topic: DraftTopic, Ref: id, State: Gone})
		}
	}
	r.folder, r.known = state, now
}
