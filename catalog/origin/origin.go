package origin

import (
	"strings"
	"time"

	"stead/forks"
	"stead/inject/signals"
	"stead/timeline"
)

// Origin says where a session comes from. The zero value is that of a session that its CLI began.
type Origin struct {
	// Kind is what the session is to Of: a lineage kind of the timeline, or [forks.Mirror]. Empty for an original.
	Kind string `json:"kind,omitempty"`
	// Of is the reference of the session that it was made of, With of a second one that was merged into it. Of is empty
	// for an original, and for a contestant that began a session of its own.
	Of   string `json:"of,omitempty"`
	With string `json:"with,omitempty"`
	// Came is Of as it is called on the machine from which it came: laptop/claude:703f4375. Empty for a session that was
	// made of one of this machine.
	Came string `json:"came,omitempty"`
	// Root is the reference of the original at the family's beginning; for contestants that began their own, the
	// contest's: ab:<id>.
	Root string `json:"root,omitempty"`
	// Run is the run of stead that made the session, Part what that is a part of: ab:<id>/<name>, chain:<id>/<step>. Both
	// are empty when its CLI did.
	Run  string `json:"run,omitempty"`
	Part string `json:"part,omitempty"`
	// After and Lines are the range of the session's records that stead delivered: those with a line greater than After
	// and up to Lines. The others are the CLI's own. Lines is 0 when stead delivered none, or when that is not known.
	After int `json:"after,omitempty"`
	Lines int `json:"lines,omitempty"`
	// Project is the user's folder where the session's own is a worktree that stead made of it. Empty for any other.
	Project string `json:"project,omitempty"`
	// State is what the CLI does in the session, as the run of stead tells that works on it. Empty when none does.
	State signals.State `json:"state,omitempty"`

	// made tells that stead has made the session, worked that its run's CLI has worked in it, alive that the run goes on.
	// Done is when stead was done with it.
	made, worked, alive bool
	done                time.Time
}

// contestPart begins the part of a run that is one contestant's.
const contestPart = "ab:"

// IsCopy reports whether stead made the session of another one and nobody has worked in it since. Updated is when the
// session last changed, records how many it has; 0 where that is not known. The work of the run that made it counts,
// but for a contestant's: that is nobody's choice yet, and a mirror only repeats it.
func (o Origin) IsCopy(updated time.Time, records int) bool {
	return o.made && o.Kind != "" && !o.usedSince(updated, records)
}

func (o Origin) usedSince(updated time.Time, records int) bool {
	switch {
	case o.worked && o.Kind != forks.Mirror && !o.isContestant():
		return true
	case o.alive:
		return false
	case o.isContestant():
		return updated.After(o.done.Add(settled))
	case records > 0 && o.Lines > 0:
		return records > o.Lines
	}
	return updated.After(o.done.Add(settled))
}

// IsAtRest reports whether nothing has changed the session since a run of stead left it. Updated is when it last
// changed.
func (o Origin) IsAtRest(updated time.Time) bool {
	return !o.done.IsZero() && !updated.After(o.done.Add(settled))
}

// settled is how much later than the end of its run a session may have been written last: clocks and file systems
// differ that much.
const settled = 2 * time.Second

func (o Origin) isContestant() bool {
	return o.Kind == timeline.LineageAB || strings.HasPrefix(o.Part, contestPart)
}
