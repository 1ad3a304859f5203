package kimi

import (
	"stead/adapters/kimi"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

var _ inject.Answerer = Driver{}

// dialog describes Kimi Code's dialogs (2.1.0).
var dialog = inject.Dialog{Tops: []string{"▶ ", "─────"}, Labels: []inject.Label{
	{Begin: "Approve once", Name: signals.Allow}, {Begin: "Approve", Name: signals.Always},
	{Begin: "Reject with feedback"},
	{Begin: "Reject", Name: signals.Deny},
}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}

// questionOf converts the CLI's display of a call to a question. The display has the names of the arguments, and its
// own kind.
func questionOf(tool string, display jsonl.Value) *signals.Question {
	universal, arguments := kimi.ToUniversal(tool, display)
	return inject.QuestionOf(tool, display, universal, arguments)
}
