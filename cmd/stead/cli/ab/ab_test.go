package ab

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/forks"
	"stead/inject"
	"stead/orchestrator/ab"
)

// planned is what a command line asks for.
func planned(t *testing.T, input string, line ...string) (ab.Plan, error) {
	t.Helper()
	in, err := os.Create(filepath.Join(t.TempDir(), "stdin"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	if _, err := io.WriteString(in, input); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), in, in, in)
	t.Cleanup(p.Close)
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	var o options
	c := &cobra.Command{Use: "ab"}
	o.register(p, c)
	if err := c.ParseFlags(line); err != nil {
		t.Fatal(err)
	}
	o.run.HasPrompt = c.Flags().Changed("prompt")
	return planOf(t.Context(), p, &o, s)
}

func TestContestIsPlannedAsTheCommandLineSays(t *testing.T) {
	plan, err := planned(t, "", "--with", "claude,codex:gpt-6", "-p", "Go on", "--from", "claude:1", "--at", "turn:2",
		"-n", "3", "--check", "make")
	if err != nil {
		t.Fatal(err)
	}
	r := plan.Request
	if r.At != (forks.Point{Turn: 2}) || r.From != "claude:1" || r.Prompt != "Go on" || !r.Headless ||
		r.Allow != inject.Edits || r.Budget.Time != usualTimeout {
		t.Errorf("each is asked %+v", r)
	}
	if len(plan.Entrants) != 2 || plan.Entrants[1].Model != "gpt-6" || plan.Repeat != 3 || plan.Check != "make" {
		t.Errorf("the plan is %+v", plan)
	}
	if plan, err := planned(t, "from the input", "--with", "pi", "-p", "-"); err != nil ||
		plan.Request.Prompt != "from the input" || plan.Request.Dir == "" {
		t.Errorf("it asks %q in %q, error %v", plan.Request.Prompt, plan.Request.Dir, err)
	}
}

func TestContestThatCannotBeMeantIsRefused(t *testing.T) {
	for _, line := range [][]string{
		{"-p", "x"}, {"-p", "x", "--with", "pi", "-n", "0"}, {"-p", "x", "--with", "pi", "--parallel", "-1"},
		{"-p", "x", "--with", "pi", "--from", "-"},
		{"-p", "x", "--with", "pi", "--at", "turn:1"}, {"-p", " ", "--with", "pi"},
		{"-p", "x", "--with", "pi", "--allow", "some"},
	} {
		_, err := planned(t, "", line...)
		if code, _ := failure.Code(err); err == nil || code != failure.WrongUsage {
			t.Errorf("%q: %v (%d)", line, err, code)
		}
	}
}
