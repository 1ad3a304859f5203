package runs

import (
	"path/filepath"
	"strings"
)

// Came describes what a run inherited from another machine.
type Came struct {
	// From is the session there that the run continues, prefixed with its machine if known: laptop/claude:703f4375. It
	// is empty if the run continues no session from there.
	From string `json:"from,omitempty"`
	// Project is the name of the folder there, if the run works in a copy of it. It is empty if the run works in a
	// folder of this machine.
	Project string `json:"project,omitempty"`
}

// Source returns the reference of the session that the run continues, under its name where it came from. It is empty if
// the run's CLI started a new session.
func (r Run) Source() string {
	switch {
	case r.Came != nil && r.Came.From != "":
		return r.Came.From
	case r.From.CLI != "":
		return r.From.Reference()
	}
	return ""
}

// begin returns the CLI of the session that the run continues, prefixed with its machine if that is a different one.
func (r Run) begin() string {
	cli, _, _ := strings.Cut(r.Source(), ":")
	return cli
}

// Project returns the name of the folder that the run works in. For a copy from another machine, it is the folder's
// name there.
func (r Run) Project() string {
	if r.Came != nil && r.Came.Project != "" {
		return r.Came.Project
	}
	return filepath.Base(r.Dir)
}
