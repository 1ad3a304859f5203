package inject

import "fmt"

// Redaction says whether secrets are masked on the way to another vendor.
type Redaction string

// The redaction policies.
const (
	// Off masks nothing. The report says that nothing was checked.
	Off Redaction = "off"
	// Mask masks what goes to another vendor than the one that has it already.
	Mask Redaction = "mask"
	// Always masks whoever gets it.
	Always Redaction = "always"
)

// ParseRedaction reads a policy as it is written on the command line. Empty is off. Errors wrap ErrPolicy.
func ParseRedaction(text string) (Redaction, error) {
	switch r := Redaction(text); r {
	case "":
		return Off, nil
	case Off, Mask, Always:
		return r, nil
	}
	return "", fmt.Errorf("redact %w %q is not known: use off, mask (what goes to another vendor) or always", ErrPolicy, text)
}

// IsOn reports whether anything may be masked.
func (r Redaction) IsOn() bool { return r == Mask || r == Always }

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
}
