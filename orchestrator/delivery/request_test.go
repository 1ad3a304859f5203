package delivery

import (
	"testing"

	"stead/orchestrator/source"
	"stead/timeline"
)

func TestModelIsChosenByTheOneOfTheSession(t *testing.T) {
	rules := []ModelRule{{"claude-opus-*", "gpt-5.5"}, {"*/deepseek-?", "deep"}, {"broken[", "never"}, {AnyModel, "any"}}
	for _, c := range []struct{ asked, source, held, want string }{
		{"", "claude", "claude-opus-4-8", "gpt-5.5"},
		{"", "opencode", "some/vendor/deepseek-4", "deep"},
		{"", "claude", "claude-haiku-4-5", "any"},
		{"", "pi", "vendor/model", "any"},
		{"", "kimi", "", "any"},
		{"mine", "claude", "claude-opus-4-8", "mine"},
		{"", "codex", "gpt-5.5", ""}, // a session that goes on in its own CLI keeps its model
	} {
		held := held(c.source, c.held)
		if got := (Request{To: "codex", Model: c.asked, Models: rules}).model(held); got != c.want {
			t.Errorf("a session of %s with %q, asked for %q: %q, want %q", c.source, c.held, c.asked, got, c.want)
		}
	}
	if got := (Request{To: "codex"}).model(source.Source{}); got != "" {
		t.Errorf("without rules the model is %q: nothing may be guessed", got)
	}
	begun := held("codex", "")
	begun.IsNew = true
	if got := (Request{To: "codex", Models: rules}).model(begun); got != "any" {
		t.Errorf("a new session gets the model %q, not the one that is set for any", got)
	}
}

// held is a session that was held with a model.
func held(cli, model string) source.Source {
	return source.Source{Stream: timeline.Stream{Header: timeline.Header{Source: timeline.Source{CLI: cli},
		Model: timeline.Model{Model: model}}}}
}
