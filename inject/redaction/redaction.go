// Package redaction masks the secrets of a session on its way to another vendor. A [Learner] learns the secrets of a
// session, and a [Redactor] masks each of them wherever it occurs. A [Detector] decides what a secret is.
package redaction

import (
	"fmt"

	"stead/inject"
)

// Policy says whether secrets are masked on the way to another vendor.
type Policy string

// The redaction policies.
const (
	// Off masks nothing, and searches nothing.
	Off Policy = "off"
	// Ask lets the user decide if there is something to mask, see [SecretsError]. It must be replaced with Mask if
	// there is no user to ask.
	Ask Policy = "ask"
	// Mask masks everything that goes to a vendor other than the one that already has it.
	Mask Policy = "mask"
	// Always masks for every recipient.
	Always Policy = "always"
)

// Parse parses a policy from the command line. Empty means off. Errors wrap inject.ErrPolicy.
func Parse(text string) (Policy, error) {
	switch p := Policy(text); p {
	case "":
		return Off, nil
	case Off, Ask, Mask, Always:
		return p, nil
	}
	return "", fmt.Errorf("redact %w %q is not known: use ask, mask (what goes to another vendor), always or off",
		inject.ErrPolicy, text)
}

// IsOn reports whether anything may be masked.
func (p Policy) IsOn() bool { return p == Ask || p == Mask || p == Always }

// Unasked returns the policy to use if there is no user to ask.
func (p Policy) Unasked() Policy {
	if p == Ask {
		return Mask
	}
	return p
}

// InFile returns the policy for a portable file. Without a decision of the user nothing is masked, because such a file
// is to contain everything. A decision applies even if the target's vendor already has the secrets, because there is no
// telling who will read the file.
func (p Policy) InFile() Policy {
	if p == Mask || p == Always {
		return Always
	}
	return Off
}

// Secret is a text that must remain confidential.
type Secret struct {
	// Rule names the kind of secret: aws-access-token.
	Rule string
	// Value is the secret itself. It is never written or shown.
	Value string
}

// Detector finds secrets. It must be safe for concurrent use.
type Detector interface {
	// Find returns the secrets in a text, each value once.
	Find(text string) []Secret
	// FindInside is like Find, for a text given as JSON, or as the inside of a JSON string. It is called for everything
	// that is delivered, and must be fast if there is nothing to find.
	FindInside(raw []byte) []Secret
}
