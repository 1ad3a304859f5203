package toolmap_test

import (
	"testing"

	"stead/internal/toolmap"
)

func TestCommandsNameTheirFolder(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"command":"ls"}`:                               `{"command":"ls"}`,
		`{"command":"ls","workdir":"/home"}`:             `{"command":"ls"}`,
		`{"command":"ls","workdir":""}`:                  `{"command":"ls"}`,
		`{"command":"ls \"a\"","workdir":"/it's","n":1}`: `{"command":"cd '/it'\\''s' && ls \"a\"","n":1}`,
		`{"workdir":"/x"}`:                               `{"workdir":"/x"}`,
	} {
		if got := string(toolmap.InFolder([]byte(arguments), "/home")); got != want {
			t.Errorf("%s became %s, want %s", arguments, got, want)
		}
	}
}
