package ab

import (
	"cmp"
	"slices"
)

// Best returns the best contestant. A contestant that succeeded ranks before one that finished, and that before one
// that was ended. Among equals, one that changed something ranks first, and then the fastest. Ok is false if no
// contestant has changed anything or succeeded.
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

// misses returns how far a contestant is from full success; the most serious miss counts most.
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
