package travel

import (
	"stead/reach/journey"
	"stead/reach/remote"
	"stead/runs"
)

// Verb is the hidden verb that another machine asks for. The rest are its parts.
const (
	Verb        = "parcel"
	PartSurvey  = "survey"
	PartTake    = "take"
	PartGive    = "give"
	PartRecord  = "record"
	PartJournal = "journal"
	PartResult  = "result"
	PartWork    = "work"
	PartHome    = "home"
	PartBegun   = "begun"
	PartPassed  = "passed"
)

// Traveller is a run of a session that has come from another machine.
type Traveller struct {
	Run     runs.Run        `json:"run"`
	Arrival journey.Arrival `json:"arrival"`
	// Alive says that a process works at the run.
	Alive bool `json:"alive"`
}

// hasBegun reports whether there is a run that can continue: one without a session has done nothing.
func (t Traveller) hasBegun() bool { return t.Run.ID != "" && (t.Alive || t.Run.To.ID != "") }

// isBrokenOff reports whether the run was ended before its end, by somebody or with its machine.
func (t Traveller) isBrokenOff() bool {
	r := t.Run
	return !t.Alive && (r.Status == runs.Running || r.Status == runs.Interrupted && r.ExitCode != remote.OverBudget)
}

// isUnleased reports whether the machine has ended the run because it could not renew its lease, and no other machine
// has taken it over since.
func (t Traveller) isUnleased() bool {
	r := t.Run
	return !t.Alive && r.Status == runs.Interrupted && r.Elsewhere == "" && r.Reason == runs.LeaseReason(r.ID, "")
}
