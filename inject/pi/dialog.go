package pi

import (
	"slices"
	"strings"

	"stead/inject"
	"stead/inject/signals"
)

var _ inject.Answerer = Driver{}

// The answers in a dialog that a user's extension opens with confirm (0.87). A pointer precedes the selected answer.
const (
	yes, no = "Yes", "No"
	pointer = "→ "
	down    = "\x1b[B"
	up      = "\x1b[A"
	enter   = "\r"
)

// Offers implements inject.Answerer. Of the dialogs that extensions open, only a confirmation has known answers.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	rows := strings.Split(string(screen), "\n")
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
	}
	title := slices.Index(rows, q.About)
	if q.Tool != confirm || title < 0 {
		return nil
	}
	allow, deny := signals.Option{Name: signals.Allow, Label: yes}, signals.Option{Name: signals.Deny, Label: no}
	for i := title + 1; i < len(rows)-1; i++ {
		switch {
		case rows[i] == pointer+yes && rows[i+1] == no:
			return []inject.Offer{{Option: allow, Keys: enter}, {Option: deny, Keys: down + enter}}
		case rows[i] == yes && rows[i+1] == pointer+no:
			return []inject.Offer{{Option: allow, Keys: up + enter}, {Option: deny, Keys: enter}}
		}
	}
	return nil
}
