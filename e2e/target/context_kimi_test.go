package target_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// reaches checks that each mark of the known session is in the CLI's request once, and that none but the model's own is
// told as such.
func reaches(t *testing.T, request provider.Request, marks []string, media int) {
	t.Helper()
	for _, word := range marks {
		var roles []string
		for _, item := range request.Items {
			for range strings.Count(item.Text, word) {
				roles = append(roles, item.Role)
			}
			if item.Kind == provider.Image && word == marks[0] {
				media--
			}
		}
		if strings.HasPrefix(word, "ABANDONED") {
			if len(roles) > 0 {
				t.Errorf("%s of an abandoned branch was sent as %v", word, roles)
			}
			continue
		}
		if isAnswer := strings.HasPrefix(word, "ANSWER"); len(roles) != 1 || (roles[0] == "assistant") != isAnswer {
			t.Errorf("%s was sent as %v", word, roles)
		}
	}
	if media != 0 {
		t.Errorf("%d pictures are missing", media)
	}
	if t.Failed() {
		for _, item := range request.Items {
			t.Log(item)
		}
	}
}

// Kimi Code and Pi take pictures, and no documents: of the two that the session has, one arrives.
func TestContextReachesTheModelsOfKimiCodeAndPi(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"kimi", "pi"} {
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
			reaches(t, turns[0], marks, 1)
		})
	}
}

// Kimi Code's screen shows what a person typed behind its sign, and nothing else.
func TestContextIsNotDrawnAsTypedByKimiCode(t *testing.T) {
	runtest.Proves(t, "kimi")
	t.Parallel()
	g := harness.New(t)
	path, _ := placeKnown(t, g)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", path, "--to", "kimi")
	x.Sees("PROMPTTHREE", harness.Of("kimi").Screen.Ready)
	shown := x.Screen.Transcript()
	var typed []string
	for line := range strings.Lines(shown) {
		for _, signal := range []string{"✨ ", "$ "} {
			if words, ok := strings.CutPrefix(strings.TrimSpace(line), signal); ok {
				typed = append(typed, mark.FindAllString(words, -1)...)
			}
		}
	}
	if got := strings.Join(typed, " "); got != "PROMPTONE SHELLTYPED PROMPTTWO PROMPTTHREE" {
		t.Errorf("drawn as typed: %s", got)
	}
	if !strings.Contains(shown, "Activated skill: fixissue") || strings.Contains(shown, "CMDBODY") {
		t.Error("the command is not drawn as one")
	}
	runtest.Leaves(t, g, x, "kimi")
}
