package ab_test

import (
	"errors"
	"reflect"
	"testing"

	"stead/orchestrator/ab"
)

func TestEntrantsAreReadAsTheyAreWritten(t *testing.T) {
	got, err := ab.ParseEntrants([]string{"claude", " codex", "opencode:openai/gpt-6:high", "Codex@desk",
		"gemini@builder:pro@1"})
	want := []ab.Entrant{
		{CLI: "claude"}, {CLI: "codex"}, {CLI: "opencode", Model: "openai/gpt-6:high"}, {CLI: "codex", Machine: "desk"},
		{CLI: "gemini", Machine: "builder", Model: "pro@1"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{"", ":model", "claude:", "claude@", "@desk", "claude@:model"} {
		if e, err := ab.ParseEntrants([]string{text}); !errors.Is(err, ab.ErrPlan) {
			t.Errorf("%q was taken for %+v, %v", text, e, err)
		}
	}
}

// TestNamesAreDifferent has the same CLI take part several times, and one whose own name is what another would be
// called.
func TestNamesAreDifferent(t *testing.T) {
	r := newRing(t)
	p := r.plan("true", "true", "true")
	p.Entrants[2].Name = "claude-2"
	c, err := r.Run(t.Context(), p, &observer{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range c.Contestants {
		names = append(names, one.Name)
	}
	if want := []string{"claude", "claude-2", "claude-2-2"}; !reflect.DeepEqual(names, want) {
		t.Errorf("they are called %v, want %v", names, want)
	}
}
