package orchestrator

import (
	"testing"

	"stead/inject"
)

func TestPasteIsSeenInTheComposer(t *testing.T) {
	typing := inject.Typing{Ready: "Type your message", Placeholder: true, Text: "Please list all files\nand count them"}
	for screen, want := range map[string]bool{
		"> Type your message or @path":                        false,
		"Resuming session...":                                 false,
		"> Please list all files\n  and count them":           true,
		"Please list all files\n> Type your message or @path": false,
		"> Pleas\n  e list all fi\n  les":                     true,
		"> [Pasted Text: 20 lines]":                           true,
	} {
		if got := shows(screen, typing); got != want {
			t.Errorf("%q: %v", screen, got)
		}
	}
}
