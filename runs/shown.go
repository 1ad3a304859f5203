package runs

import (
	"cmp"
	"fmt"
	"strings"

	"stead/timeline"
)

// What lists say of a run beside its CLI's state (package signs) and its status.
const (
	// ShownDead says that stead was killed and the run has no end.
	ShownDead = "dead"
	// ShownForked says that the session was made, and no CLI started on it; ShownMerged says the same of a merge.
	ShownForked = "forked"
	ShownMerged = "merged"
	// ShownRunning says that the run is of a stead that recorded no states.
	ShownRunning = "running"
	// ShownDone says that the run has ended well.
	ShownDone = "done"
)

// Shown says in a word how the run is, for lists. Alive says whether its supervisor lives: see [Run.Alive].
func (r Run) Shown(alive bool) string {
	switch {
	case r.Status == Running && !alive:
		return ShownDead
	case r.Status == Running:
		return cmp.Or(string(r.State), ShownRunning)
	case r.Unstarted && r.Kind == timeline.LineageMerge:
		return ShownMerged
	case r.Unstarted:
		return ShownForked
	case r.Status == Completed:
		return ShownDone
	case r.Status == Failed && r.State.Ended():
		return string(r.State)
	}
	return string(r.Status)
}

// arrow stands between the CLIs of a route.
const arrow = "->"

// Route names the CLIs that the run went through: first that of the session which it continues, if any. When its user
// has opened another session inside the last one, the beginning of that session's id is named, too.
func (r Run) Route() string {
	var names []string
	if begin := r.begin(); begin != "" {
		names = append(names, begin)
	}
	for i, hop := range r.Hops {
		if !r.LeftInside(i) {
			names = append(names, hop.To.CLI)
		}
	}
	last := r.To.CLI
	if r.Opened != "" {
		last = fmt.Sprintf("%s:%.8s", last, r.To.ID)
	}
	return strings.Join(append(names, last), arrow)
}

// BriefRoute is the route without the CLIs between the first and the last.
func (r Run) BriefRoute() string {
	route := r.Route()
	names := strings.Split(route, arrow)
	if len(names) < 3 {
		return route
	}
	return names[0] + arrow + ".." + arrow + names[len(names)-1]
}
