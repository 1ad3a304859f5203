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

// Source is a session that is ready to continue in a CLI.
type Source struct {
	Session runs.Session
	Stream  timeline.Stream
	// Dir is the folder in which it was last worked on; "" if that is unknown.
	Dir string
	// IsNew is set if the session does not exist yet: a CLI begins it.
	IsNew bool
	// With is the reference of a second session that was merged into it.
	With string
	// LeftOut lists what earlier steps have left out.
	LeftOut []writers.LeftOut
	// Outside is the conversation of a session from outside; the stream is then that conversation. The zero value is for
	// the user's own sessions.
	Outside policy.Conversation
	// Draft is the draft that made this edited copy. Empty for an unedited session.
	Draft string
	// Cut is where it was cut; the zero value if it was not.
	Cut forks.Cut
	// Open names calls without a recorded result, because a run was ended while they ran.
	Open []string
	// Note says what the user should know about how it was found.
	Note string
}

// Home is the session in whose CLI the run's new turns are mirrored.
func (from Source) Home() runs.Session {
	if from.IsNew {
		return runs.Session{CLI: from.Stream.Header.Source.CLI}
	}
	return from.Session
}

// openCalls names the calls that a cut in the middle of tool work leaves out.
const openCalls = "calls"

// Reported returns the report of a delivery with everything that was left out before it.
func (from Source) Reported(r writers.Report) writers.Report {
	r.LeftOut = slices.Concat(r.LeftOut, from.LeftOut, from.Outside.LeftOut())
	if from.Cut.Open > 0 {
		r.LeftOut = append(r.LeftOut, writers.LeftOut{What: openCalls, Why: "they have no result yet at the cut",
			Count: from.Cut.Open})
	}
	return r
}

// At is the entry after which a run diverges; empty at the session's end.
func (from Source) At() string {
	if from.Cut.IsEnd() {
		return ""
	}
	return from.Cut.At
}

// WasCut returns the cut for the user's report, or nil if there was none.
func (from Source) WasCut() *forks.Cut {
	if from.Cut == (forks.Cut{}) {
		return nil
	}
	return &from.Cut
}

// Lineage returns the statement in a run's journal about the session that the run continues.
func (from Source) Lineage(run runs.Run) *timeline.Lineage {
	return &timeline.Lineage{Parent: from.Session.Reference(), At: from.At(),
		Kind: cmp.Or(run.Kind, timeline.LineageContinue), Run: run.ID, Extra: from.further()}
}

// Kind returns the lineage kind of a session made from the source, if the source itself determines it. Empty otherwise.
func (from Source) Kind() string {
	if from.Draft != "" {
		return timeline.LineageEdit
	}
	return ""
}

// The members of a lineage that name a session's second parent, and the draft that it is a copy of.
const (
	withMember  = "with"
	draftMember = "draft"
)

// further returns the other members of a run's lineage.
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

// IsBare reports whether a stream has no conversation with which a CLI could continue. Its errors are those of the
// stream.
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
