package injection

import (
	"slices"

	"stead/timeline"
)

// arrival checks off the sent items as the session is read back. Prompts and answers arrive in their order, and calls
// and results in theirs, as far as the target's API allows: some APIs require all calls of a response before all of its
// results, and texts after them.
type arrival struct {
	texts, tools []item
	arrived      int
}

// reach is how many places early a call or a result may arrive.
const reach = 128

func newArrival(sent []item) *arrival {
	a := &arrival{}
	for _, i := range sent {
		if i.isText() {
			a.texts = append(a.texts, i)
		} else {
			a.tools = append(a.tools, i)
		}
	}
	return a
}

func (i item) isText() bool { return i.kind == timeline.User || i.kind == timeline.Assistant }

// see checks off the item that corresponds to an entry, if any.
func (a *arrival) see(written item) {
	if written.isText() {
		if len(a.texts) > 0 && a.texts[0].matches(written) {
			a.texts, a.arrived = a.texts[1:], a.arrived+1
		}
		return
	}
	near := a.tools[:min(len(a.tools), reach)]
	switch at := slices.IndexFunc(near, func(i item) bool { return i.matches(written) }); {
	case at == 0:
		a.tools, a.arrived = a.tools[1:], a.arrived+1
	case at > 0:
		a.tools, a.arrived = slices.Delete(a.tools, at, at+1), a.arrived+1
	}
}

// missing returns the first item that did not arrive.
func (a *arrival) missing() (item, bool) {
	for _, left := range [][]item{a.texts, a.tools} {
		if len(left) > 0 {
			return left[0], true
		}
	}
	return item{}, false
}
