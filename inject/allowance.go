package inject

import (
	"errors"
	"fmt"
)

// ErrPolicy marks a policy or an allowance that is invalid or cannot be followed.
var ErrPolicy = errors.New("policy")

// Allowance says what a CLI may do without asking. The empty value leaves that to the CLI's own configuration.
type Allowance string

// The allowances.
const (
	// AsConfigured applies the user's configuration of the CLI.
	AsConfigured Allowance = ""
	// Edits lets the CLI change files in the working folder and run commands there, as far as the CLI itself can
	// enforce that limit.
	Edits Allowance = "edits"
	// Everything lets the CLI do anything.
	Everything Allowance = "all"
)

// ParseAllowance parses an allowance from the command line: configured, edits or all. Empty means configured. Errors
// wrap ErrPolicy.
func ParseAllowance(text string) (Allowance, error) {
	switch a := Allowance(text); a {
	case AsConfigured, Edits, Everything:
		return a, nil
	case "configured":
		return AsConfigured, nil
	}
	return "", fmt.Errorf("allowance %w %q is not known: use configured, edits or all", ErrPolicy, text)
}
