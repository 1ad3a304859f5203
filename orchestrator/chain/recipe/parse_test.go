package recipe_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/orchestrator/chain/recipe"
)

var known = recipe.Known{
	CLIs: []string{"claude", "codex", "opencode"},
	Machine: func(name string) error {
		if name != "desk" {
			return fmt.Errorf("there is no machine %q; there are: desk", name)
		}
		return nil
	},
	Template: func(name string, _ map[string]string) error {
		if name != "review" {
			return errors.New("there is no such template")
		}
		return nil
	},
}

const whole = `
name: feature
vars:
  what: a parser
  where:
max_steps: 12
steps:
  - name: plan
    cli: claude
    prompt: Plan {{.Vars.what}} in {{.Vars.where}}.
  - name: implement
    cli: codex
    model: fast
    prompt: "Implement {{.Prev.Text}}"
    check: go test ./...
    retries: 2
    timeout: 1h30m
  - {name: review, cli: opencode, hand: none, template: review, vars: {diff: "{{.Diff}}"}, on_failure: goto implement}
  - name: contest
    parallel: {with: [claude, "codex:x:y"], pick: manual}
    prompt: "{{range .Files}}{{.}} {{end}}{{.Steps.plan.Text}}"
`

func TestRecipeIsReadWithWhatItDoesNotSay(t *testing.T) {
	r, err := recipe.Parse("feature.yaml", []byte(whole), known)
	if err != nil {
		t.Fatal(err)
	}
	if *r.Vars["what"] != "a parser" || r.Vars["where"] != nil || len(r.Vars) != 2 {
		t.Errorf("the variables are %v", r.Vars)
	}
	want := recipe.Step{
		Name: "implement", CLI: "codex", Model: "fast", Prompt: "Implement {{.Prev.Text}}", Check: "go test ./...",
		Retries: 2, Timeout: 90 * time.Minute,
		Hand: recipe.HandFull, Retry: recipe.RetryContinue, OnFailure: recipe.Stop, Allow: "edits",
	}
	if diff := cmp.Diff(want, r.Steps[1]); diff != "" {
		t.Error(diff)
	}
	if name, ok := r.Steps[2].Goto(); name != "implement" || !ok {
		t.Errorf("it goes to %q, %v", name, ok)
	}
}

func TestCLIsOfOtherMachinesAreNotNeededHere(t *testing.T) {
	r, err := recipe.Parse("x.yaml",
		[]byte("steps:\n  - {name: a, prompt: x, parallel: {with: [claude, \"Codex@desk:x:y\"], pick: manual}}\n"), known)
	if err != nil || len(r.CLIs()) != 1 || r.CLIs()[0] != "claude" || r.Steps[0].Parallel.With[1] != "codex@desk:x:y" {
		t.Errorf("%+v needs %v, %v", r, r.CLIs(), err)
	}
	if _, err := recipe.Parse("x.yaml",
		[]byte(
			"steps:\n  - {name: a, prompt: x, parallel: {with: [claude, cloude@desk], pick: manual}}\n"), known); err == nil {
		t.Error("a CLI that there is not is taken")
	}
}

func TestStepOnAnotherMachineNeedsNoCLIHere(t *testing.T) {
	r, err := recipe.Parse("x.yaml",
		[]byte(
			"steps:\n  - {name: a, cli: codex, on: desk, model: fast, prompt: x}\n  - {name: b, cli: claude, prompt: x}\n"),
		known)
	if err != nil || len(r.CLIs()) != 1 || r.CLIs()[0] != "claude" || r.Steps[0].On != "desk" ||
		r.Steps[0].Who() != "codex@desk fast" {
		t.Errorf("%+v needs %v, %v", r, r.CLIs(), err)
	}
}

func TestRecipeMayBeJSON(t *testing.T) {
	r, err := recipe.Parse("x.json",
		[]byte(`{"steps": [{"name": "a", "cli": "codex", "prompt": "Do \"it\".\n", "on_failure": "continue"}]}`), known)
	if err != nil || r.Steps[0].Prompt != "Do \"it\".\n" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestEverythingThatIsWrongIsToldWithItsLineAndKey(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "r.yaml:1:1: it is empty: a recipe needs steps"},
		{"no YAML", "steps: [", "r.yaml:1:1: did not find expected node content"},
		{"no YAML further down", "steps:\n  - name: a\n   cli: codex\n", "r.yaml:1:1: did not find expected '-' indicator"},
		{"a text", "hello", "r.yaml:1:1: it must be an object, not a text"},
		{"no steps", "name: x", "r.yaml:1:1: it needs steps"},
		{"a list without steps", "steps: []", "r.yaml:1:1: steps: it needs at least 1, but has 0"},
		{
			"unknown keys", "stps: 1\nsteps:\n  - name: a\n    cli: codex\n    promt: x\n    zzz: 1\n",
			"r.yaml:1:1: stps: there is no such key; did you mean steps?\n" +
				"r.yaml:5:5: steps.a.promt: there is no such key; did you mean prompt?\n" +
				"r.yaml:6:5: steps.a.zzz: there is no such key",
		},
		{
			"wrong types",
			"steps:\n  - name: a\n    cli: codex\n    prompt: x\n    retries: two\n    timeout: 30\n    approve: 1\n",
			"r.yaml:5:5: steps.a.retries: it must be a whole number, not a text\n" +
				"r.yaml:6:5: steps.a.timeout: it must be a text, not a number\n" +
				"r.yaml:7:5: steps.a.approve: it must be true or false, not a number",
		},
		{
			"wrong values",
			"steps:\n  - name: a b\n    cli: codex\n    prompt: x\n    hand: ful\n    on_failure: go on\n    timeout: soon\n    retries: -1\n",
			"r.yaml:2:5: steps.a b.name: \"a b\" is not understood: a step's name has only letters, digits and _, and does not begin with a digit\n" +
				"r.yaml:5:5: steps.a b.hand: ful is not known: use full, answer, diff, files, none; did you mean full?\n" +
				"r.yaml:6:5: steps.a b.on_failure: \"go on\" is not understood: use stop, continue, or goto STEP\n" +
				"r.yaml:7:5: steps.a b.timeout: \"soon\" is not understood: write a time such as 90s, 30m or 1h30m\n" +
				"r.yaml:8:5: steps.a b.retries: it must be at least 0",
		},
		{
			"a key twice", "steps:\n  - name: a\n    cli: codex\n    cli: claude\n    prompt: x\n",
			"r.yaml:4:5: steps.a.cli: it is already set in line 3",
		},
		{
			"a name twice, an unknown CLI",
			"steps:\n  - {name: a, cli: codex, prompt: x}\n  - {name: a, cli: codx, prompt: x}\n",
			"r.yaml:3:6: steps.a.name: line 2 already has a step of that name\n" +
				"r.yaml:3:15: steps.a.cli: there is no CLI \"codx\"; did you mean codex? (there are claude, codex, opencode)",
		},
		{
			"steps that are not there",
			"steps:\n  - {name: plan, cli: codex, prompt: \"{{.Prev.Text}}\"}\n  - {name: b, cli: codex, prompt: \"{{.Steps.pln.Text}}\", on_failure: goto pln}\n",
			"r.yaml:2:30: steps.plan.prompt: {{.Prev.Text}}: no step comes before the first\n" +
				"r.yaml:3:27: steps.b.prompt: {{.Steps.pln.Text}}: there is no such step; did you mean plan?\n" +
				"r.yaml:3:58: steps.b.on_failure: there is no step \"pln\" to go to; did you mean plan?",
		},
		{
			"a circle",
			"steps:\n  - {name: a, cli: codex, prompt: x}\n  - {name: b, cli: codex, prompt: x, on_failure: goto a}\n",
			"r.yaml:3:38: steps.b.on_failure: it goes back, so the chain could loop forever: limit its attempts with max_steps",
		},
		{
			"prompts that are wrong",
			"vars: {what: x}\nsteps:\n  - {name: a, cli: codex, prompt: \"{{.Vars\"}\n  - {name: b, cli: codex, prompt: \"{{.Prv.Text}}{{if .Prev.Txt}}{{end}}{{.Vars.wat}}\"}\n" +
				"  - {name: c, cli: codex}\n  - {name: d, cli: codex, prompt: x, template: review}\n  - {name: e, cli: codex, template: reviw}\n",
			"r.yaml:3:27: steps.a.prompt: the template is wrong: 1: unclosed action\n" +
				"r.yaml:4:27: steps.b.prompt: {{.Prv.Text}}: there is no such field; did you mean Prev? (there are Prev, Steps, Vars, Diff, Files, Dir)\n" +
				"r.yaml:4:27: steps.b.prompt: {{.Prev.Txt}}: a step has no such field; did you mean Text?\n" +
				"r.yaml:4:27: steps.b.prompt: {{.Vars.wat}}: there is no such variable; did you mean what?; declare it in the recipe's vars\n" +
				"r.yaml:5:5: steps.c: it needs prompt, or template\n" +
				"r.yaml:6:38: steps.d.template: it replaces prompt: leave out one of them\n" +
				"r.yaml:7:27: steps.e.template: there is no such template",
		},
		{
			"who does it",
			"steps:\n  - {name: a, prompt: x}\n  - {name: b, cli: codex, prompt: x, parallel: {with: [codex, claude]}}\n  - {name: c, prompt: x, parallel: {with: [codex, cloude:y]}}\n",
			"r.yaml:2:5: steps.a: it needs cli, or parallel\n" +
				"r.yaml:3:38: steps.b.parallel: it replaces cli: leave out one of them\n" +
				"r.yaml:4:26: steps.c.parallel: without a check everybody passes: give the step one, or pick: manual\n" +
				"r.yaml:4:51: steps.c.parallel.with.1: there is no CLI \"cloude\"; did you mean claude? (there are claude, codex, opencode)",
		},
		{
			"machines",
			"steps:\n  - {name: a, cli: codex, prompt: x, on: attic}\n  - {name: b, prompt: x, on: desk, parallel: {with: [codex, claude@attic], pick: manual}}\n",
			"r.yaml:2:38: steps.a.on: there is no machine \"attic\"; there are: desk\n" +
				"r.yaml:3:26: steps.b.on: it is for a single CLI: name the machines of an A/B in parallel.with, each as CLI@MACHINE\n" +
				"r.yaml:3:61: steps.b.parallel.with.1: there is no machine \"attic\"; there are: desk",
		},
		{
			"a machine that is a path", "steps:\n  - {name: a, cli: codex, prompt: x, on: ../desk}\n",
			"r.yaml:2:38: steps.a.on: \"../desk\" is not understood: a machine's name has only letters, digits, - and _; stead machines lists yours",
		},
		{"an alias", "steps: &s\n  - {name: a, cli: codex, prompt: x}\nvars: *s\n",
			"r.yaml:3:7: vars: aliases (*name) are not supported: write it out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := recipe.Parse("r.yaml", []byte(c.text), known)
			if err == nil {
				t.Fatal("there is no error")
			}
			if diff := cmp.Diff(strings.Split(c.want, "\n"), strings.Split(err.Error(), "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add(whole)
	f.Add("steps: [{name: a, cli: codex, prompt: '{{.Prev}}'}]")
	f.Add("a: &x [*x]")
	f.Add("? {a: 1}\n: 2")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := recipe.Parse("r.yaml", []byte(text), known)
		var told *recipe.Error
		if err != nil && (!errors.As(err, &told) || len(told.Problems) == 0) {
			t.Errorf("%v does not say what is wrong", err)
		}
		if err == nil && len(r.Steps) == 0 {
			t.Error("there are no steps")
		}
	})
}
