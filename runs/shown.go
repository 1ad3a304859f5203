package runs

import (
	"cmp"
	"fmt"
	"strings"

	"stead/timeline"
)

// Words that lists show for a run, in addition to its CLI's state (package signals) and its status.
const (
	// ShownDead means that stead was killed and the run has no end.
	ShownDead = "dead"
	// ShownForked means that the session was made, but no CLI was started on it. ShownMerged means the same for a
	// merge.
	ShownForked = "forked"
	ShownMerged = "merged"
	// ShownRunning means that the run belongs to a version of stead that recorded no states.
	ShownRunning = "running"
	// ShownDone means that the run ended successfully.
	ShownDone = "done"
)

// Shown returns the state of the run as a word for lists. Alive says whether its supervisor is alive, see [Run.Alive].
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

// arrow separates the CLIs of a route.
const arrow = "->"

// Route names the CLIs that the run went through, beginning with that of the session that it continues, if any. If its
// user has opened another session inside the last CLI, the route includes the beginning of that session's id.
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

// BriefRoute returns the route without the CLIs between the first and the last.
func (r Run) BriefRoute() string {
	route := r.Route()
	names := strings.Split(route, arrow)
	if len(names) < 3 {
		return route
	}
	return names[0] + arrow + ".." + arrow + names[len(names)-1]
}
