package anew_test

import (
	"slices"
	"testing"

	"stead/e2e/anew"
)

// A prompt may speak of what is left out, begin like it, or stand in the same tags.
func TestOnlyWhatIsOnTheListIsLeftOut(t *testing.T) {
	for text, isLeftOut := range map[string]bool{
		"<system-reminder>\nToday's date is 2026-11-28.\n</system-reminder>":          true,
		"<system-reminder>\nToday's date is 2026-11-28.\n</system-reminder> Why?":     false,
		"<system-reminder>\nThe TodoList tool has not been used.\n</system-reminder>": false,
		"Today's date is 2026-11-28.":             false,
		"What did we do so far?":                  true,
		"What did we do so far? I forgot.":        false,
		"What did we do so far with the rounding": false,
	} {
		if got := anew.IsText("chat", "user", text); got != isLeftOut {
			t.Errorf("%q is left out: %v", text, got)
		}
	}
	if anew.IsText("gemini", "user", "What did we do so far?") ||
		anew.IsText("chat", "assistant", "What did we do so far?") {
		t.Error("a text of another CLI's or role is left out")
	}
}

func TestWhatStandsInAFrameStays(t *testing.T) {
	for _, test := range []struct {
		cli  string
		in   anew.In
		text string
		want []string
	}{
		{"codex", anew.Result, "Wall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nWall time: mine",
			[]string{"Wall time: mine"}},
		{"kimi-cli", anew.Result, "<system>2 lines read.</system>\none", []string{"<system>2 lines read.</system>", "one"}},
		{"kimi-cli", anew.Result, "<system>Edited.</system>", []string{"Edited."}},
		{"pi", anew.File, "<file name=\"/a.txt\">first\nsecond</file>\n", []string{"first", "second"}},
		{"stead", anew.Context, "<context from=\"mention\" name=\"a\">\nIt was read for you:\nx\n</context>", []string{"x"}},
		{"claude", anew.Context, "Base directory for this skill: /s\nBODY",
			[]string{"Base directory for this skill: /s", "BODY"}},
	} {
		if got := anew.Lines(test.cli, test.in, test.text); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.cli, got, test.want)
		}
	}
}

func TestAFailureKeepsItsExitCode(t *testing.T) {
	const whole = "Process exited with code 2\nOutput:\nexit code 7"
	code := anew.Exit(whole, anew.Within("codex", anew.Result, whole))
	if code != "2" || anew.LacksExit("exit code 7\n\nCommand exited with code 2", code) != "" ||
		anew.LacksExit("exit code 7", code) == "" {
		t.Errorf("code %q", code)
	}
}
