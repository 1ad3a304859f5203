package ab

import (
	"cmp"
	"slices"
)

// Best returns who did best: who has succeeded before who has finished, and that before who was ended; of those who has
// changed anything; of those who took the least time. Ok is false when nobody has changed anything and nobody has
// succeeded.
func (c Contest) Best() (best Contestant, ok bool) {
	ranked := slices.DeleteFunc(slices.Clone(c.Contestants),
		func(one Contestant) bool { return !one.Succeeded() && one.Files == 0 })
	if len(ranked) == 0 {
		return best, false
	}
	return slices.MinFunc(ranked, func(a, b Contestant) int {
		return cmp.Or(cmp.Compare(a.misses(), b.misses()), cmp.Compare(a.DurationMS, b.DurationMS))
	}), true
}

// misses is how much a contestant lacks of one that did all that it should, the worst counting most.
func (c Contestant) misses() (n int) {
	if !c.Succeeded() {
		n += 4
	}
	if c.State != Done {
		n += 2
	}
	if c.Files == 0 {
		n++
	}
	return n
}
