package source

import (
	"cmp"
	"encoding/json"

	"stead/forks"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Source is a session, ready to continue in a CLI.
type Source struct {
	Session runs.Session
	Stream  timeline.Stream
	// Dir is the folder in which it was last worked on; "" when that is not known.
	Dir string
	// IsNew is set when the session does not exist yet: a CLI begins it.
	IsNew bool
	// With is a second session that was merged into it, as a reference.
	With string
	// LeftOut is what was left out on the way to here.
	LeftOut []writers.LeftOut
	// Cut is where it was cut; the zero value for one that was not.
	Cut forks.Cut
	// Open names calls of which no result was recorded: a run was ended while they ran.
	Open []string
	// Note says what the user should know about how it was found.
	Note string
}

// Home is the session in whose CLI what the run comes to is mirrored.
func (from Source) Home() runs.Session {
	if from.IsNew {
		return runs.Session{CLI: from.Stream.Header.Source.CLI}
	}
	return from.Session
}

// openCalls is what a cut inside the work with tools leaves out.
const openCalls = "calls"

// Reported returns the report with what the cut left out.
func (from Source) Reported(r writers.Report) writers.Report {
	r.LeftOut = append(r.LeftOut, from.LeftOut...)
	if from.Cut.Open > 0 {
		r.LeftOut = append(r.LeftOut, writers.LeftOut{What: openCalls, Why: "they have no result yet at the cut", Count: from.Cut.Open})
	}
	return r
}

// At is the entry after which a run goes its own way; empty at the session's end.
func (from Source) At() string {
	if from.Cut.IsEnd() {
		return ""
	}
	return from.Cut.At
}

// WasCut is the cut as it is reported to the user. Nil when there was none.
func (from Source) WasCut() *forks.Cut {
	if from.Cut == (forks.Cut{}) {
		return nil
	}
	return &from.Cut
}

// Lineage says in a run's journal what the run has continued.
func (from Source) Lineage(run runs.Run) *timeline.Lineage {
	return &timeline.Lineage{Parent: from.Session.Reference(), At: from.At(), Kind: cmp.Or(run.Kind, timeline.LineageContinue), Run: run.ID, Extra: from.both()}
}

// withMember is the member of a lineage that names the second parent of a session.
const withMember = "with"

// both names the second parent in a run's lineage.
func (from Source) both() timeline.Extra {
	if from.With == "" {
		return nil
	}
	reference, err := json.Marshal(from.With)
	if err != nil {
		return nil // a text always has a JSON form
	}
	return timeline.Extra{withMember: reference}
}

// IsBare reports whether there is no conversation in a stream, with which a CLI could go on. Its errors are those of the stream.
func IsBare(s timeline.Stream) (bool, error) {
	for e, err := range s.Entries {
		if err != nil {
			return false, err
		}
		if e.Active() && !e.Hidden {
			return false, nil
		}
	}
	return true, nil
}
