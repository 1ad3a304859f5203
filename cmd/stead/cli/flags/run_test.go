package flags_test

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/forks"
	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
)

// process is one whose standard input holds a text, with a home of its own.
func process(t *testing.T, input string) *setup.Process {
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
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir(), "STEAD_CLI_CODEX_MODEL=usual", "STEAD_CLI_CODEX_ARGS=-c"},
		t.TempDir(), in, in, in)
	t.Cleanup(p.Close)
	return p
}

// parsed is what a command line asks for.
func parsed(t *testing.T, p *setup.Process, line ...string) (orchestrator.Request, error) {
	t.Helper()
	var o flags.Run
	c := &cobra.Command{Use: "x"}
	o.Register(c)
	c.Flags().StringVar(&o.Request.From, "from", "", "")
	if err := c.ParseFlags(line); err != nil {
		t.Fatal(err)
	}
	o.HasPrompt = c.Flags().Changed("prompt")
	s, err := p.Load(flags.RunSettings(c))
	if err != nil {
		t.Fatal(err)
	}
	return o.Resolve(t.Context(), p, s)
}

func TestCommandLineBecomesARequest(t *testing.T) {
	p := process(t, "from the input")
	r, err := parsed(t, p, "--from", "claude:1", "--to", "codex", "-p", "-", "--at", "turn:2", "--history", "last:3",
		"--cwd", "sub", "--allow", "edits", "--max-turns", "4")
	if err != nil {
		t.Fatal(err)
	}
	if r.Prompt != "from the input" || !r.Headless || r.At != (forks.Point{Turn: 2}) || r.Allow != inject.Edits ||
		r.Budget.Turns != 4 {
		t.Errorf("it asks for %+v", r)
	}
	if want, _ := policy.ParseHistory("last:3"); !reflect.DeepEqual(r.History, want) {
		t.Errorf("the history is %v", r.History)
	}
	if r.Dir != filepath.Join(p.Dir, "sub") || len(r.Arguments) != 1 || r.Arguments[0] != "-c" {
		t.Errorf("it works in %s with %q", r.Dir, r.Arguments)
	}
	if len(r.Models) != 1 || r.Models[0] != (delivery.ModelRule{Pattern: delivery.AnyModel, Model: "usual"}) ||
		len(r.Elsewhere["codex"].Models) != 1 {
		t.Errorf("the models are %v, and of others %v", r.Models, r.Elsewhere["codex"])
	}
	if r.Redaction == redaction.Ask {
		t.Error("nobody can be asked about secrets")
	}
}

func TestCommandLineThatContradictsItselfIsRefused(t *testing.T) {
	for want, line := range map[string][]string{
		"must not be negative":                          {"--to", "codex", "-p", "x", "--max-turns", "-1"},
		"--at cuts a session":                           {"--to", "codex", "-p", "x", "--at", "turn:1"},
		"cannot both come from standard input":          {"--to", "codex", "--from", "-", "-p", "-"},
		"the prompt is empty":                           {"--to", "codex", "-p", " "},
		"\"0\" is not a number of turns":                {"--to", "codex", "--from", "claude:1", "-p", "x", "--at", "turn:0"},
		"the prompt is empty: say with -p TEXT what to": {"--to", "codex", "--headless"},
	} {
		_, err := parsed(t, process(t, ""), line...)
		if code, _ := failure.Code(err); err == nil || code != failure.WrongUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v (%d), want %s", line, err, code, want)
		}
	}
}

func TestResumedRunGoesOnAsItWas(t *testing.T) {
	folder := runs.Open(t.TempDir())
	r := runs.Run{ID: "20261122-100000-abcd", Headless: true, To: runs.Session{CLI: "pi", ID: "1"}}
	if err := os.MkdirAll(folder.Dir(r.ID), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := folder.Save(r); err != nil {
		t.Fatal(err)
	}
	for interactive, headless := range map[bool]bool{false: true, true: false} {
		o := flags.Run{Request: orchestrator.Request{Resume: "abcd"}, Interactive: interactive}
		if err := o.FindResumed(folder); err != nil || o.Request.Resume != r.ID || o.Request.To != "pi" ||
			o.Request.Headless != headless {
			t.Errorf("interactive %v: %+v, error %v", interactive, o.Request, err)
		}
	}
	if err := (&flags.Run{Request: orchestrator.Request{Resume: "none"}}).FindResumed(folder); err == nil {
		t.Error("a run that there is not is taken up")
	}
}
