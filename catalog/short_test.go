package catalog

import (
	"strings"
	"testing"

	"stead/timeline"
)

func TestShortReferencesHaveMoreThanTheWordBeforeTheID(t *testing.T) {
	ids := map[string]string{
		"session_b0003f37-6dfa-4e56": "kimi:session_b0003f37",
		"ses_e00640b95ffe2Q3E2IQ":    "kimi:ses_e00640b9",
		"b0003f37-6dfa-4e56":         "kimi:b0003f37",
		"stead-injected_1":           "kimi:stead-in",
	}
	for id, want := range ids {
		if got := Shorten([]timeline.Summary{{CLI: "kimi", ID: id}})["kimi:"+id]; got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}

// TestOnlyWhatIsShownDecides shortens a reference among the sessions that begin like it, and among all.
func TestOnlyWhatIsShownDecides(t *testing.T) {
	sessions := []timeline.Summary{
		{CLI: "kimi", ID: "ses_b0003f37aa"}, {CLI: "kimi", ID: "ses_b0003f37ab"}, {CLI: "kimi", ID: "ses_b0003f00"},
		{CLI: "kimi", ID: "short"}, {CLI: "codex", ID: "ses_b0003f37aa"},
	}
	for _, s := range sessions {
		var like []timeline.Summary
		for _, other := range sessions {
			if other.CLI == s.CLI && strings.HasPrefix(other.ID, Shown(s.CLI, s.ID)) {
				like = append(like, other)
			}
		}
		if got, want := Shorten(like)[s.CLI+":"+s.ID], Shorten(sessions)[s.CLI+":"+s.ID]; got != want {
			t.Errorf("%s is %s among those like it, %s among all", s.ID, got, want)
		}
	}
}
