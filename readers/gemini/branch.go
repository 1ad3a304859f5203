package gemini

import (
	"strconv"

	"stead/timeline"
)

// branches returns what left the conversation and did not come back: taken back by the user, cancelled or refused. It is told by entry,
// and as the header's list.
func (v *conversation) branches() (map[string]string, []timeline.Branch) {
	names := map[int]int{} // positions in the list, by event
	byEntry := map[string]string{}
	var list []timeline.Branch
	active := ""
	for _, u := range v.units {
		if u.left == 0 || u.replaced {
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
