package parcel

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/timeline"
)

// version is the version of the parcels that this package writes. It reads no other.
const version = 1

// Manifest says what a parcel holds.
type Manifest struct {
	Version int `json:"version"`
	// Session is the session's reference on the machine that it comes from: claude:<id>. Empty if none travels.
	Session string `json:"session,omitempty"`
	// Project is the name of the folder, if the folder is itself a copy of another machine's. Empty for any other.
	Project string `json:"project,omitempty"`
	// Cut says that entries of the session, or of a sub-agent's, were left out or changed before it left: see
	// [timeline.Stream].
	Cut bool `json:"cut,omitempty"`
	// Origin is the folder of the session.
	Origin travel.Origin `json:"origin"`
	// Snapshot is the work to be continued. Nil if none travels, and for work that comes home.
	Snapshot *worktree.Snapshot `json:"snapshot,omitempty"`
	// Tips are the commits of the work, one for each of its repositories.
	Tips []travel.Tip `json:"tips,omitempty"`
	// Way is where the work has been, from the first machine that received it to the one that sends it. The machine on
	// which the work began is not in it.
	Way []Stop `json:"way,omitempty"`
}

// Stop is a machine to which work has come, and the work's id there: see package journey.
type Stop struct {
	Machine string `json:"machine"`
	Arrival string `json:"arrival"`
	// Job is the job of the queue that brought it there. Empty if another machine did.
	Job string `json:"job,omitempty"`
}

// MostStops is the maximum length of a [Manifest]'s way. A longer one has lost its beginning.
const MostStops = 64

// Errors of parcels, wrapped.
var (
	// ErrDamaged says that a parcel is truncated, was changed on the way, or is not a parcel.
	ErrDamaged = errors.New("the parcel is damaged")
	// ErrTooLarge says that a parcel is larger than the limit.
	ErrTooLarge = errors.New("the parcel is too large")
	// ErrVersion says that a parcel is of another version of stead.
	ErrVersion = errors.New("the parcel is of another version of stead: bring both machines to the same")
)

// parseManifest parses a manifest, which may be a stranger's. The users of the work check what it says about the work.
func parseManifest(content []byte) (m Manifest, err error) {
	if err := json.Unmarshal(content, &m); err != nil {
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if m.Version != version {
		return m, ErrVersion
	}
	if len(m.Tips) > mostParts {
		return m, fmt.Errorf("%w: it has %d repositories", ErrDamaged, len(m.Tips))
	}
	if len(m.Way) > MostStops {
		return m, fmt.Errorf("%w: it has been on %d machines", ErrDamaged, len(m.Way))
	}
	return m, nil
}

// isCut reports whether a session or one of its sub-agents' was cut.
func isCut(s timeline.Stream) bool { return s.Cut || slices.ContainsFunc(s.Children, isCut) }

// asCut returns the session, with all of its sub-agents', marked as cut, because a stream in JSON Lines does not hold
// that mark.
func asCut(s timeline.Stream) timeline.Stream {
	s.Cut, s.Children = true, slices.Clone(s.Children)
	for i, child := range s.Children {
		s.Children[i] = asCut(child)
	}
	return s
}
