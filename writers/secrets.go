package writers

import "fmt"

// SecretCheck says whether a session was searched for secrets on its way.
type SecretCheck string

// What can have been done about secrets.
const (
	// NotChecked: nobody looked. What was delivered may hold any.
	NotChecked SecretCheck = "not_checked"
	// SameVendor: it was not searched because its recipient already has it.
	SameVendor SecretCheck = "same_vendor"
	// Checked: what was found is masked.
	Checked SecretCheck = "checked"
)

// Secrets says what became of secrets in what was delivered. The zero value is NotChecked.
type Secrets struct {
	Check SecretCheck `json:"check"`
	// Masked are the secrets that were masked, without their values.
	Masked []MaskedSecret `json:"masked,omitempty"`
	// Sent are the secrets that go as they are, since the user wants it so.
	Sent []MaskedSecret `json:"sent,omitempty"`
}

// MaskedSecret counts the places of one kind in which secrets of one kind were masked.
type MaskedSecret struct {
	// Rule is by which they were found: aws-access-token.
	Rule string `json:"rule"`
	// Where says in what they stood: "a prompt", "output of bash".
	Where string `json:"where"`
	// Entry is the id of the first entry that held one. Empty for the session's header.
	Entry string `json:"entry,omitempty"`
	Count int    `json:"count"`
}

// String returns the secrets as a line for people.
func (m MaskedSecret) String() string {
	line := fmt.Sprintf("%s (%d) in %s", m.Rule, m.Count, m.Where)
	if m.Entry != "" {
		line += ", first in entry " + m.Entry
	}
	return line
}
