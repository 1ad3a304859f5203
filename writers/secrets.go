package writers

import "fmt"

// SecretCheck says whether stead searched a session for secrets before delivery.
type SecretCheck string

// The possible results of the check for secrets.
const (
	// NotChecked: there was no search. The delivered session may contain secrets.
	NotChecked SecretCheck = "not_checked"
	// SameVendor: there was no search because the recipient already has the session.
	SameVendor SecretCheck = "same_vendor"
	// Checked: all secrets that were found are masked.
	Checked SecretCheck = "checked"
)

// Secrets says what happened to the secrets in a delivered session. The zero value is NotChecked.
type Secrets struct {
	Check SecretCheck `json:"check"`
	// Masked are the secrets that were masked, without their values.
	Masked []MaskedSecret `json:"masked,omitempty"`
	// Sent are the secrets that are delivered unmasked because the user wants it.
	Sent []MaskedSecret `json:"sent,omitempty"`
}

// MaskedSecret counts the masked secrets of one kind in one kind of place.
type MaskedSecret struct {
	// Rule is the rule that found them: aws-access-token.
	Rule string `json:"rule"`
	// Where is the kind of place that contained them: "a prompt", "output of bash".
	Where string `json:"where"`
	// Entry is the id of the first entry that contained one. It is empty for the session's header.
	Entry string `json:"entry,omitempty"`
	Count int    `json:"count"`
}

// String returns the secrets as a readable line.
func (m MaskedSecret) String() string {
	line := fmt.Sprintf("%s (%d) in %s", m.Rule, m.Count, m.Where)
	if m.Entry != "" {
		line += ", first in entry " + m.Entry
	}
	return line
}
