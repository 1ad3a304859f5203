package target_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRecallReachesTheModelByAHook configures the hook of docs/recall.md: what was learnt in the folder is in the first
// request.
func TestRecallReachesTheModelByAHook(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "qwen"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			learn(t, g, "RECALLEDRULE")
			settings := filepath.Join(g.Work, "."+cli, "settings.json")
			if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
				t.Fatal(err)
			}
			hook := fmt.Sprintf(
				`{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "%s recall", "timeout": 10}]}]}}`, g.SteadPath())
			if err := os.WriteFile(settings, []byte(hook), 0o600); err != nil {
				t.Fatal(err)
			}
			if result := g.Run(cli, "-p", "hello"); result.Code != 0 {
				t.Fatalf("%+v", result)
			}
			if turns := g.Turns(); len(turns) != 1 || strings.Count(string(turns[0].Body), "RECALLEDRULE") != 1 {
				t.Errorf("%d requests, or what was learnt is in none", len(turns))
			}
		})
	}
}

// learn keeps a rule that was learnt in the project folder.
func learn(t *testing.T, g *harness.Environment, rule string) {
	t.Helper()
	d, err := database.Open(t.Context(), database.Options{
		Folder: filepath.Join(g.Dir, ".local", "share", "stead", "memory")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	found := memory.Finding{Kind: memory.SkillLearningKind, Rule: "r", Confidence: 0.9,
		SkillLearning: &memory.SkillLearning{Rule: rule},
		Evidence:      []memory.Evidence{{Part: memory.PartStatement, Seq: 1, Turn: 1, Project: g.Work, Hash: "h"}}}
	if err := d.KeepFindings(t.Context(), memory.SessionKey{LLMSource: "codex", Session: "s"},
		[]memory.Finding{found}); err != nil {
		t.Fatal(err)
	}
}
