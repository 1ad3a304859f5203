package runs_test

import (
	"testing"

	"stead/runs"
)

func TestHomeIsWhereItBegan(t *testing.T) {
	claude, codex, pi := runs.Session{CLI: "claude", ID: "a"}, runs.Session{CLI: "codex",
		ID: "b"}, runs.Session{CLI: "pi", ID: "c"}
	for want, run := range map[string]runs.Run{
		"claude": {From: claude, To: pi, Hops: []runs.Hop{{To: codex}}},
		"codex":  {To: pi, Hops: []runs.Hop{{To: codex}, {To: claude}}},
		"pi":     {To: pi},
	} {
		if got := run.Home(); got != want {
			t.Errorf("%+v is at home in %q, want %q", run, got, want)
		}
	}
}
