package entry

import (
	"iter"

	"stead/timeline"
)

// Branches describes the abandoned branches of a session: how many entries each has, and which one it follows. It reads the session once
// more, unless there is no branch. Errors are those of the entries.
func Branches(ids []string, entries iter.Seq2[*timeline.Entry, error]) ([]timeline.Branch, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	branches := make([]timeline.Branch, len(ids))
	position := map[string]int{}
	for i, id := range ids {
		branches[i].ID = id
		position[id] = i
	}
	active := ""
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		i, isAbandoned := position[e.Branch]
		switch {
		case e.Hidden:
		case !isAbandoned:
			active = e.ID
		default:
			if branches[i].Entries == 0 {
				branches[i].ParentID = active
			}
			branches[i].Entries++
		}
	}
	return branches, nil
}
