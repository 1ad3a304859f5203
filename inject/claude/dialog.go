package claude

import (
	"stead/inject"
	"stead/inject/signals"
)

var _ inject.Answerer = Driver{}

// dialog describes Claude Code's permission dialog (2.1.332). The numbers of the answers differ between versions: 3 is
// "No" in 2.1.197, and in 2.1.332 a mode in which the CLI itself decides about everything that follows. Only a person
// may choose that mode.
var dialog = inject.Dialog{Labels: []inject.Label{
	{Begin: "Yes, and switch to auto mode"},
	{Begin: "Yes, ", Name: signals.Always}, {Begin: "Yes", Name: signals.Allow}, {Begin: "No", Name: signals.Deny},
}, Tops: []string{"─────"}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}
