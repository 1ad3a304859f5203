package listing

import (
	"cmp"
	"slices"

	"stead/catalog/origin"
)

// kin detects sessions with a common origin, because they begin with the same record: the oldest is the original of the
// others. For each session it returns another one that contains its whole conversation, if there is one. It skips
// sessions that stead made, because their relation is already known.
func (f found) kin(origins *origin.Origins) []string {
	within := make([]string, len(f.sessions))
	families := map[[2]string][]int{}
	for i, s := range f.sessions {
		if s.Parent != "" || origins.IsMade(full(s)) {
			continue
		}
		if s.Compared && s.Within != full(s) && !origins.IsMade(s.Within) {
			within[i] = s.Within
		}
		if s.Begins != "" {
			of := [2]string{s.CLI, s.Begins}
			families[of] = append(families[of], i)
		}
	}
	for _, family := range families {
		slices.SortFunc(family, f.older)
		for _, i := range family[1:] {
			s := f.sessions[i].Summary
			s.ForkedFrom = cmp.Or(s.ForkedFrom, f.sessions[family[0]].ID)
			origins.Add(s)
		}
		for at, i := range family {
			if !f.sessions[i].Compared {
				within[i] = f.outgrown(i, slices.Concat(family[:at], family[at+1:]))
			}
		}
	}
	return within
}

func full(s Session) string { return s.CLI + ":" + s.ID }

// older sorts sessions with a common beginning by creation time.
func (f found) older(a, b int) int {
	x, y := f.sessions[a], f.sessions[b]
	return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Path, y.Path))
}

// outgrown returns a session of the family that is newer and at least as large. Until the two have been compared, it is
// presumed to contain the whole session.
func (f found) outgrown(i int, others []int) string {
	s := f.sessions[i]
	for _, at := range others {
		if o := f.sessions[at]; full(o) != full(s) && o.Updated.After(s.Updated) && o.Bytes >= s.Bytes {
			return full(o)
		}
	}
	return ""
}
