package inject

import (
	"errors"
	"fmt"
)

// ErrPolicy marks a policy or an allowance that was not understood or cannot be followed.
var ErrPolicy = errors.New("policy")

// Allowance says what a CLI may do without asking. The empty one leaves that to the CLI's own configuration.
type Allowance string

// The allowances.
const (
	// AsConfigured is what the user has told the CLI.
	AsConfigured Allowance = ""
	// Edits lets it change files in the working folder and run commands there, as far as the CLI itself can bound that.
	Edits Allowance = "edits"
	// Everything lets it do anything.
	Everything Allowance = "all"
)

// ParseAllowance reads an allowance as it is written on the command line: configured, edits or all. Empty is
// configured. Errors wrap ErrPolicy.
func ParseAllowance(text string) (Allowance, error) {
	switch a := Allowance(text); a {
	case AsConfigured, Edits, Everything:
		return a, nil
	case "configured":
		return AsConfigured, nil
	}
	return "", fmt.Errorf("allowance %w %q is not known: use configured, edits or all", ErrPolicy, text)
}
