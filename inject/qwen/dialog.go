package qwen

import (
	"stead/inject"
	"stead/inject/signals"
)

var _ inject.Answerer = Driver{}

// dialog is how Qwen Code asks (0.24.4). Of several calls it marks the one that is meant, which stands last above the
// answers.
var dialog = inject.Dialog{Tops: []string{"? "}, Labels: []inject.Label{
	{Begin: "Yes, allow once", Name: signals.Allow}, {Begin: "Yes, allow always", Name: signals.Always},
	{Begin: "Always allow", Name: signals.Always},
	{Begin: "No", Name: signals.Deny}, {Begin: "Modify"},
}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}
