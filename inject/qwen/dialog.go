package qwen

import (
	"stead/inject"
	"stead/inject/signals"
)

var _ inject.Answerer = Driver{}

// dialog describes Qwen Code's dialogs (0.24.4). Of several calls, the CLI marks the current one, which is the last one
// above the answers.
var dialog = inject.Dialog{Tops: []string{"? "}, Labels: []inject.Label{
	{Begin: "Yes, allow once", Name: signals.Allow}, {Begin: "Yes, allow always", Name: signals.Always},
	{Begin: "Always allow", Name: signals.Always},
	{Begin: "No", Name: signals.Deny}, {Begin: "Modify"},
}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}
