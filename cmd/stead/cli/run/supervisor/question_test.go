package supervisor

import (
	"strings"
	"testing"

	"stead/orchestrator"
)

func TestQuestionOffersEachCLIOfTheList(t *testing.T) {
	codex, pi, kimi := orchestrator.Successor{Name: "codex", Title: "Codex"},
		orchestrator.Successor{Name: "pi", Title: "Pi"},
		orchestrator.Successor{Name: "kimi", Title: "Kimi Code", Blocked: "not installed:\nnothing in PATH"}
	for _, c := range []struct {
		all  []orchestrator.Successor
		want string
		keys string
	}{
		{[]orchestrator.Successor{codex}, "It ended. Continue in Codex? [Y/n]", ""},
		{[]orchestrator.Successor{codex, pi},
			"It ended. Continue in which CLI?\n  1  Codex\n  2  Pi\nA number, Enter for Codex, or n to end here:", "12"},
		{
			[]orchestrator.Successor{kimi, codex, pi},
			"It ended. Continue in which CLI?\n  -  Kimi Code: not installed: nothing in PATH\n  2  Codex\n  3  Pi\nA number, Enter for Codex, or n to end here:", "23",
		},
	} {
		if text, keys := question("It ended.", c.all); text != c.want || keys != c.keys {
			t.Errorf("got %q with the keys %q", text, keys)
		}
	}
	if _, keys := question("", make([]orchestrator.Successor, 12)); strings.ContainsAny(keys, "0") ||
		len(keys) != mostNumbers {
		t.Errorf("twelve have the keys %q", keys)
	}
}
