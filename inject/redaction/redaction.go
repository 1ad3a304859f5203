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
	// Ask leaves it to the user where there is something to mask: see [SecretsError]. Where nobody can be asked it is to
	// be replaced by Mask.
	Ask Policy = "ask"
	// Mask masks what goes to another vendor than the one that has it already.
	Mask Policy = "mask"
	// Always masks, for every recipient.
	Always Policy = "always"
)

// Parse reads a policy as it is written on the command line. Empty is off. Errors wrap inject.ErrPolicy.
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

// Unasked returns the policy where nobody can be asked.
func (p Policy) Unasked() Policy {
	if p == Ask {
		return Mask
	}
	return p
}

// InFile returns the policy for a file that is no CLI's. Nothing is masked that nobody has decided about, since such a
// file is to hold everything; the decision holds even if the target's vendor has the secrets already: nobody knows who
// will read the file.
func (p Policy) InFile() Policy {
	if p == Mask || p == Always {
		return Always
	}
	return Off
}

// Secret is a text that is nobody else's business.
type Secret struct {
	// Rule says in a word what it is: aws-access-token.
	Rule string
	// Value is the secret itself. It is never written or shown.
	Value string
}

// Detector finds secrets. It is safe for use by several goroutines.
type Detector interface {
	// Find returns the secrets in a text, each value once.
	Find(text string) []Secret
	// FindInside is Find for a text of which this is JSON, or the inside of a JSON string. It is asked of all that is
	// delivered, and takes little time where there is nothing.
	FindInside(raw []byte) []Secret
}
