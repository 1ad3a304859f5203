package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// houseTemplate is a project's template with each kind of place that is filled in.
const houseTemplate = `---
description: Review it our way
vars:
  focus: {type: choice, choices: [bugs, design], default: bugs}
  files: {type: lines}
inputs:
  rules: {file: RULES.md}
  said: {command: 'echo "looked for $STEAD_VAR_focus"'}
---
Review for {{.focus}}:

{{list .files}}

{{fence .rules}}
{{.said}}
`

const housePrompt = "Review for design:\n\n- a.go\n- b.go\n\n```\nBe kind.\n```\nlooked for design"

// TestTemplateIsThePromptInEachCLI begins a session of three CLIs with the same template: what the model is asked is
// what the template gives, byte for byte.
func TestTemplateIsThePromptInEachCLI(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex", "opencode"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It is kind."))...)
			placeTemplate(t, g)
			result := g.Stead("template", "run", "house", "--to", cli, "--trust", "--var", "focus=design", "--var",
				"files=a.go\nb.go")
			runtest.Exits(t, result, 0)
			if got := g.Turns()[0].Prompt(); got != housePrompt {
				t.Errorf("the model was asked %q", got)
			}
			if result.Stdout != "It is kind.\n" {
				t.Errorf("the answer is %q", result.Stdout)
			}
		})
	}
}

// TestTemplateContinuesASession goes on in another CLI with a template that comes with stead.
func TestTemplateContinuesASession(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place("claude", "text")
	runtest.Exits(t, g.Stead("template", "run", "handover", "--from", session.Ref(), "--to", "codex", "--var",
		"reader=colleague"), 0)
	want := g.Stead("template", "show", "handover", "--rendered", "--var", "reader=colleague")
	runtest.Exits(t, want, 0)
	if got := g.Turns()[0].Prompt(); got+"\n" != want.Stdout {
		t.Errorf("the model was asked %q", got)
	}
	if got := len(g.Turns()[0].Conversation()); got < 3 {
		t.Errorf("the session has only %d items", got)
	}
	for _, made := range []string{"run:latest", "codex:latest"} {
		both := g.Stead("session", "compare", session.Ref(), made)
		runtest.Exits(t, both, 0)
		if said := strings.Join(strings.Fields(both.Stdout), " "); !strings.Contains(said,
			"They have 4 steps in common, which is all of the left one. The right one continues for 1 turn.") {
			t.Errorf("beside %s:\n%s", made, both.Stdout)
		}
	}
}

// TestTemplateStartsARunInTheBackground: the supervisor of the run is started with the prompt that was made.
func TestTemplateStartsARunInTheBackground(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It is kind."))...)
	placeTemplate(t, g)
	runtest.Exits(t, g.Stead("template", "run", "house", "--to", "claude", "--trust", "--var", "focus=design", "--var",
		"files=a.go\nb.go", "-d"), 0)
	runtest.Eventually(t, "the run ends", func() bool { return runtest.OnlyRecord(t, g).Status == "completed" })
	if got := g.Turns()[0].Prompt(); got != housePrompt {
		t.Errorf("the model was asked %q", got)
	}
}

func placeTemplate(t *testing.T, g *harness.Environment) {
	t.Helper()
	for path, content := range map[string]string{".stead/templates/house.md": houseTemplate, "RULES.md": "Be kind.\n"} {
		path = filepath.Join(g.Work, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
