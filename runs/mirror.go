package runs

import (
	"slices"

	"stead/adapters/adapter"
	"stead/writers"
)

// Mirror is a session of the source's CLI that holds what a run has come to, so that one can go on there.
type Mirror struct {
	Session
	// Source says that it is the run's source itself.
	Source bool `json:"source,omitempty"`
	// Entries is how many of the entries that the run's CLIs have added it holds.
	Entries int `json:"entries"`
	// Left is how many of the entries that it holds its user had left by then: they are a branch there, too.
	Left int `json:"left,omitempty"`
	// Lines is how many records it had when stead last wrote into it: what follows is its CLI's own.
	Lines int `json:"lines"`
	// Fingerprint is what it was then.
	Fingerprint writers.Fingerprint `json:"fingerprint"`
	// Since is how many records it had when the run first wrote into it or chose it: what the journal holds of it beyond
	// those was taken from it.
	Since int `json:"since,omitempty"`
	// Writing is what Entries becomes when the write that was begun is done: stead may have been killed behind it.
	Writing int `json:"writing,omitempty"`
	// Parted counts what was said in it that is a branch of the run's timeline, because both had continued.
	Parted int `json:"parted,omitempty"`
}

// Taking is what is taken from the mirror into the run's own session, as it is noted before that session is added to.
type Taking struct {
	// Lines is the last record of the mirror that is taken.
	Lines int `json:"lines"`
	// Fingerprint is what the run's own session was before.
	Fingerprint writers.Fingerprint `json:"fingerprint"`
}

// Location says where the mirror lies.
func (m Mirror) Location() adapter.Location { return adapter.Location{Path: m.Path, ID: m.ID} }

// Mirror returns the mirror that the run keeps up to date. Earlier ones are the user's, who has continued them.
func (r Run) Mirror() (Mirror, bool) {
	if len(r.Mirrors) == 0 {
		return Mirror{}, false
	}
	return r.Mirrors[len(r.Mirrors)-1], true
}

// MirroredIn returns the run that has made a session to mirror itself, and that mirror.
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
