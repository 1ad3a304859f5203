package toolmap_test

import (
	"testing"

	"stead/internal/adapt/toolmap"
)

func TestInFolder(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"command":"ls","workdir":"/it's","timeout":1}`: `{"command":"cd '/it'\\''s' && ls","timeout":1}`,
		`{"workdir":"/home","command":"ls"}`:             `{"command":"ls"}`,
		`{"command":"ls","workdir":""}`:                  `{"command":"ls"}`,
		`{"command":"ls"}`:                               `{"command":"ls"}`,
		`{"workdir":"/x"}`:                               `{"workdir":"/x"}`,
	} {
		if got := string(toolmap.InFolder([]byte(arguments), "/home")); got != want {
			t.Errorf("%s became %s, want %s", arguments, got, want)
		}
	}
}
