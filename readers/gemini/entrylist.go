package gemini

import (
	"cmp"
	"strconv"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// entryList holds the content that the records of a session add, in order.
type entryList struct {
	// units are all visible pieces of content, in order.
	units []*unit
	ids   entry.IDs

	fresh []*timeline.Entry // those of the current record
	line  int
}

// identify returns an id that no earlier entry has.
func (s *entryList) identify(native string) string {
	return s.ids.Unique(cmp.Or(native, entry.LineID(s.line, 0)), s.line)
}

// emit adds an entry and returns its unit.
func (s *entryList) emit(native string, key uint64, e *timeline.Entry) *unit {
	e.ID = s.identify(native)
	u := &unit{entry: e.ID, key: key}
	s.units = append(s.units, u)
	s.fresh = append(s.fresh, e)
	return u
}

// unknown adds the entries of content that stead does not know.
func (s *entryList) unknown(kind string, value jsonl.Value) {
	for _, e := range entry.Unknown(kind, value) {
		e.ID = s.identify(entry.LineID(s.line, len(s.fresh)))
		s.fresh = append(s.fresh, e)
	}
}

// summary returns the summary that the current record added, or nil.
func (s *entryList) summary() *timeline.Entry {
	for _, e := range s.fresh {
		if e.Compaction != nil {
			return e
		}
	}
	return nil
}

// inOrder sorts ids of entries by their first appearance, because a message keeps its calls in no order.
func (s *entryList) inOrder(ids []string) []string {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	ids = ids[:0]
	for _, u := range s.units {
		if wanted[u.entry] {
			ids = append(ids, u.entry)
		}
	}
	return ids
}

// branches returns the content that left the conversation and did not return: the user undid or cancelled it, or the
// CLI refused it. It returns the branch of each such entry, and the branches for the header.
func (s *entryList) branches() (map[string]string, []timeline.Branch) {
	names := map[int]int{} // events to indexes in the list
	byEntry := map[string]string{}
	var list []timeline.Branch
	active := ""
	for _, u := range s.units {
		if u.left == 0 || u.replaced && u.left > 0 {
			active = u.entry
			continue
		}
		at, ok := names[u.left]
		if !ok {
			at = len(list)
			names[u.left] = at
			list = append(list, timeline.Branch{ID: "dropped-" + strconv.Itoa(at+1), ParentID: active})
		}
		list[at].Entries++
		byEntry[u.entry] = list[at].ID
	}
	return byEntry, list
}
