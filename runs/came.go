package runs

import (
	"path/filepath"
	"strings"
)

// Came says what of a run has come from another machine.
type Came struct {
	// From is the session there that the run continues, with its machine before it where that is known:
	// laptop/claude:703f4375. Empty where it continues none of it.
	From string `json:"from,omitempty"`
	// Project is the name of the folder there, of which the run works in a copy. Empty where it works in a folder of this
	// machine.
	Project string `json:"project,omitempty"`
}

// Source returns the reference of the session that the run continues, as it was called where it came from. Empty for
// one that its CLI began.
func (r Run) Source() string {
	switch {
	case r.Came != nil && r.Came.From != "":
		return r.Came.From
	case r.From.CLI != "":
		return r.From.Reference()
	}
	return ""
}

// begin names the CLI in which what the run continues was held, with its machine where that is another one.
func (r Run) begin() string {
	cli, _, _ := strings.Cut(r.Source(), ":")
	return cli
}

// Project names the folder that the run works in: a copy of another machine's by the name that the folder has there.
func (r Run) Project() string {
	if r.Came != nil && r.Came.Project != "" {
		return r.Came.Project
	}
	return filepath.Base(r.Dir)
}
