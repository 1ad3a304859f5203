package session

import (
	"testing"

	"stead/inject"
)

func TestPasteIsSeenInTheComposer(t *testing.T) {
	typing := inject.Typing{Ready: "Type your message", Placeholder: true, Text: "Please list all files\nand count them"}
	before := echoOf("Please list all files\n> Type your message or @path", typing)
	for screen, want := range map[string]bool{
		"> Type your message or @path":                                     false,
		"Resuming session...":                                              false,
		"Please list all files\n> Type your message or @path":              false,
		"Please list all files\n> Please list all files\n  and count them": true,
		"Please list all files\n> Pleas\n  e list all fi\n  les":           true,
		"Please list all files\n> ...and coun\n  t them":                   true,
		"Please list all files\n> [Pasted Text: 20 lines]":                 true,
	} {
		if got := echoOf(screen, typing).shows(before); got != want {
			t.Errorf("%q: %v", screen, got)
		}
	}
	if echoOf("", inject.Typing{Text: "Grüße"}).seen {
		t.Error("a text that a screen may draw otherwise is looked for")
	}
	if (echo{}).shows(echo{}) {
		t.Error("without a screen something is seen")
	}
}
