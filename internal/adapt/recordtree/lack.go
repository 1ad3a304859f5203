package recordtree

import (
	"strconv"

	"stead/timeline"
)

// lack adds after a record what the file lacks before it.
func (x *index) lack(r *Record, line int32) {
	if x.holes[line] {
		r.lacks(timeline.MissingRecord)
	}
	if x.unlinked == line {
		r.lacks(timeline.MissingLinks)
	}
}

func (r *Record) lacks(what string) {
	first := r.Entries[0]
	native := *first.Native
	native.Raw, native.Damaged = nil, false
	r.Entries = append(r.Entries, &timeline.Entry{
		ID: first.ID + "#" + strconv.Itoa(len(r.Entries)+1), Type: timeline.System, Hidden: true,
		Timestamp: first.Timestamp, Native: &native,
		Origin: &timeline.Origin{Kind: timeline.Missing, Name: what},
	})
}
