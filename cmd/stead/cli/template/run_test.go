package template

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"stead/cmd/stead/cli/setup"
)

func TestTemplateRunsAsTheSameRunWithAPrompt(t *testing.T) {
	for _, c := range []struct {
		name           string
		line           []string
		before, behind []string
	}{
		{
			"flags of a run go on", []string{"plan", "--to", "codex", "--var", "task=Write it", "--failover", "pi,claude",
				"--max-turns=3"},
			[]string{"run", "--failover=pi", "--failover=claude", "--max-turns=3", "--to=codex"}, []string{"--"},
		},
		{
			"the CLI's own arguments stay behind", []string{"plan", "--to=codex", "--var=task=x", "--", "--search"},
			[]string{"run", "--to=codex"}, []string{"--", "--search"},
		},
	} {
		none, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer none.Close()
		p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), none, none, none)
		t.Cleanup(p.Close)
		var got []string
		verb := runCommand(p, func(_ context.Context, line []string) error {
			got = line
			return nil
		})
		verb.SetArgs(c.line)
		if err := verb.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		at := slices.IndexFunc(got, func(word string) bool { return strings.HasPrefix(word, "--prompt=") })
		if at < 0 || !slices.Equal(got[:at], c.before) || !slices.Equal(got[at+1:], c.behind) {
			t.Errorf("%s: it runs %q, want %q, the prompt and %q", c.name, got, c.before, c.behind)
		}
	}
}
