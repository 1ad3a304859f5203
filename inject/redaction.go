package inject

import "fmt"

// Redaction says whether secrets are masked on the way to another vendor.
type Redaction string

// The redaction policies.
const (
	// Off masks nothing. What goes to another vendor is searched all the same: the report says what it holds.
	Off Redaction = "off"
	// Ask leaves it to the user where there is something to mask: see [SecretsError]. Where nobody can be asked it is to be replaced by Mask.
	Ask Redaction = "ask"
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
	case Off, Ask, Mask, Always:
		return r, nil
	}
	return "", fmt.Errorf("redact %w %q is not known: use ask, mask (what goes to another vendor), always or off", ErrPolicy, text)
}

// IsOn reports whether anything may be masked.
func (r Redaction) IsOn() bool { return r == Ask || r == Mask || r == Always }

// Unasked returns the policy where nobody can be asked.
func (r Redaction) Unasked() Redaction {
	if r == Ask {
		return Mask
	}
	return r
}

// InFile returns the policy for a file that is no CLI's. Nothing is masked that nobody has decided about, since such a file is to hold everything;
// what is decided holds whoever has the secrets already, since nobody knows who will read it.
func (r Redaction) InFile() Redaction {
	if r == Mask || r == Always {
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
	// MayHold reports whether Find could find something in a text of which this is JSON, or the inside of a JSON string. It is asked of all that is
	// delivered, and so takes little time.
	MayHold(raw []byte) bool
}
