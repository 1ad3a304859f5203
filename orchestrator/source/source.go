package source

import (
	"cmp"
	"encoding/json"
	"slices"

	"stead/forks"
	"stead/inject/policy"
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
	// Outside is the conversation of a session from outside, which then is the stream. The zero value for the user's own.
	Outside policy.Conversation
	// Draft is the draft whose edited copy it is. Empty for a session as it is.
	Draft string
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

// Reported returns the report of a delivery with what was left out before it.
func (from Source) Reported(r writers.Report) writers.Report {
	r.LeftOut = slices.Concat(r.LeftOut, from.LeftOut, from.Outside.LeftOut())
	if from.Cut.Open > 0 {
		r.LeftOut = append(r.LeftOut, writers.LeftOut{What: openCalls, Why: "they have no result yet at the cut",
			Count: from.Cut.Open})
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
	return &timeline.Lineage{Parent: from.Session.Reference(), At: from.At(),
		Kind: cmp.Or(run.Kind, timeline.LineageContinue), Run: run.ID, Extra: from.further()}
}

// Kind is the lineage kind of what is made of the source, where that follows from the source itself. Empty otherwise.
func (from Source) Kind() string {
	if from.Draft != "" {
		return timeline.LineageEdit
	}
	return ""
}

// The members of a lineage that name the second parent of a session, and the draft of which it is the copy.
const (
	withMember  = "with"
	draftMember = "draft"
)

// further is what else a run's lineage says of where the run comes from.
func (from Source) further() timeline.Extra {
	said := timeline.Extra{}
	for member, value := range map[string]string{withMember: from.With, draftMember: from.Draft} {
		if reference, err := json.Marshal(value); err == nil && value != "" {
			said[member] = reference
		}
	}
	if len(said) == 0 {
		return nil
	}
	return said
}

// IsBare reports whether there is no conversation in a stream, with which a CLI could go on. Its errors are those of
// the stream.
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
