package target_test

import (
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestContextReachesTheModelsOfGeminiAndQwen writes each kind of context that nobody typed for both CLIs, which must
// send each text once, and none as the model's own.
func TestContextReachesTheModelsOfGeminiAndQwen(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"gemini", "qwen"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			path, marks := placeKnown(t, g)
			runtest.Exits(t, g.Stead("run", "--from", path, "--to", cli, "-p", runtest.Prompt), 0)
			turns := g.Turns()
			if len(turns) != 1 {
				t.Fatalf("%d turns", len(turns))
			}
			for _, word := range marks {
				want := []string{"user"}
				switch {
				case strings.HasPrefix(word, "ANSWER"):
					want = []string{"assistant"}
				case strings.HasPrefix(word, "ABANDONED"):
					want = nil
				}
				if roles := saidBy(turns[0], word); !slices.Equal(roles, want) {
					t.Errorf("%s was sent as %v, want %v", word, roles, want)
				}
			}
			if got := strings.Contains(deliveredTo(t, g), "ABANDONEDANSWER"); got != (cli == "qwen") {
				t.Errorf("the abandoned branch is in the session: %v", got)
			}
		})
	}
}

// saidBy lists who says a word in a request, once for each time.
func saidBy(request provider.Request, word string) []string {
	var roles []string
	for _, item := range request.Items {
		for range strings.Count(item.Text, word) {
			roles = append(roles, item.Role)
		}
	}
	return roles
}

// TestGeminiAndQwenDrawOnlyWhatWasTypedAsThePrompt shows the same session on their screens: what a person typed stands
// behind a sign.
func TestGeminiAndQwenDrawOnlyWhatWasTypedAsThePrompt(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"gemini", "qwen"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t)
			path, _ := placeKnown(t, g)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", path, "--to", cli)
			x.Sees("PROMPTTHREE", harness.Of(cli).Screen.Ready)
			var typed []string
			for line := range strings.Lines(x.Screen.Transcript()) {
				if words, ok := strings.CutPrefix(strings.TrimSpace(line), "> "); ok {
					typed = append(typed, mark.FindAllString(words, -1)...)
				}
			}
			// Gemini CLI shows the line of a shell command, too, as it was typed. Qwen Code shows the end of a conversation
			// alone.
			want := map[string]string{"gemini": "PROMPTONE SHELLTYPED PROMPTTWO PROMPTTHREE",
				"qwen": "PROMPTONE PROMPTTWO PROMPTTHREE"}[cli]
			if got := strings.Join(typed, " "); !strings.HasSuffix(want, got) || len(typed) < 2 {
				t.Errorf("drawn as typed: %s, want %s", got, want)
			}
			runtest.Leaves(t, g, x, cli)
		})
	}
}
