package runs

import (
	"slices"

	"stead/adapters/adapter"
	"stead/writers"
)

// Mirror is a session in the source's CLI that holds the result of a run so far, so that the user can continue there.
type Mirror struct {
	Session
	// Source reports that it is the run's source itself.
	Source bool `json:"source,omitempty"`
	// Entries counts the entries added by the run's CLIs that it holds.
	Entries int `json:"entries"`
	// Left counts the entries in it that the user had left for another branch by then. They are a branch in the mirror,
	// too.
	Left int `json:"left,omitempty"`
	// Lines is its number of records when stead last wrote to it. Later records were added by its CLI.
	Lines int `json:"lines"`
	// Fingerprint is its fingerprint at that time.
	Fingerprint writers.Fingerprint `json:"fingerprint"`
	// Since is its number of records when the run first wrote to it or chose it. Entries of later records in the
	// journal were taken from the mirror.
	Since int `json:"since,omitempty"`
	// Writing is the value of Entries after the current write. Stead may be killed before it records that the write is
	// done.
	Writing int `json:"writing,omitempty"`
	// Parted counts its entries that form a branch of the run's timeline, because both had continued.
	Parted int `json:"parted,omitempty"`
}

// Taking describes what is being taken from the mirror into the run's own session. It is recorded before that session
// is extended.
type Taking struct {
	// Lines is the last record of the mirror that is being taken.
	Lines int `json:"lines"`
	// Fingerprint is the fingerprint of the run's own session before.
	Fingerprint writers.Fingerprint `json:"fingerprint"`
}

// Location returns the location of the mirror.
func (m Mirror) Location() adapter.Location { return adapter.Location{Path: m.Path, ID: m.ID} }

// Mirror returns the mirror that the run keeps up to date. Earlier mirrors belong to the user, who has continued them.
func (r Run) Mirror() (Mirror, bool) {
	if len(r.Mirrors) == 0 {
		return Mirror{}, false
	}
	return r.Mirrors[len(r.Mirrors)-1], true
}

// MirroredIn returns the run that made a session as its mirror, and that mirror.
func (f Folder) MirroredIn(cli, session string) (Run, Mirror, bool) {
	all, err := f.All()
	if err != nil {
		return Run{}, Mirror{}, false
	}
	for _, r := range all {
		at := slices.IndexFunc(r.Mirrors, func(m Mirror) bool { return m.CLI == cli && m.ID == session && !m.Source })
		if at >= 0 {
			return r, r.Mirrors[at], true
		}
	}
	return Run{}, Mirror{}, false
}
