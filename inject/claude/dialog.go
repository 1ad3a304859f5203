package claude

import (
	"stead/inject"
	"stead/inject/signals"
)

var _ inject.Answerer = Driver{}

// dialog is how Claude Code asks (2.1.332). The numbers of its answers differ from version to version: 3 is "No" in
// 2.1.197, and in 2.1.332 a mode in which the CLI itself decides about all that follows. That one is left to a person.
var dialog = inject.Dialog{Labels: []inject.Label{
	{Begin: "Yes, and switch to auto mode"},
	{Begin: "Yes, ", Name: signals.Always}, {Begin: "Yes", Name: signals.Allow}, {Begin: "No", Name: signals.Deny},
}, Tops: []string{"─────"}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}
