package target_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit"
)

// TestKimiCodeTakesOverWhatIsWrittenForKimiCLI: Kimi CLI itself is not among the pinned CLIs, but Kimi Code reads its
// sessions in order to go on with them. What its model gets of such a session is written down.
func TestKimiCodeTakesOverWhatIsWrittenForKimiCLI(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, name string }{
		{"claude", "tools"}, {"claude", "error-image-thinking"}, {"claude", "compaction"}, {"claude", "parallel"},
	} {
		t.Run(c.source+"/"+c.name, func(t *testing.T) {
			runtest.Proves(t, "kimi")
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place(c.source, c.name)
			runtest.Exits(t, g.Stead("session", "import", session.Path, "--to", "kimi-cli"), 0)
			taken := g.Run("kimi", "migrate", "--run")
			if said := taken.Stdout + taken.Stderr; taken.Code != 0 || !strings.Contains(said, " migrated=1 ") ||
				!strings.Contains(said, " failed=0 ") {
				t.Fatalf("Kimi Code does not take the session over:\n%s", said)
			}
			folders, err := filepath.Glob(filepath.Join(g.Dir, ".kimi-code", "sessions", "*", "*"))
			if err != nil || len(folders) != 1 {
				t.Fatalf("it became %v, %v", folders, err)
			}
			runtest.Exits(t, g.Resume(harness.Session{CLI: "kimi", ID: filepath.Base(folders[0])}, "Go on, please."), 0)
			testkit.Golden(t, filepath.Join("testdata", "requests", "kimi-migrated", c.source+"-"+c.name+".txt"),
				[]byte(runtest.Conversation(g, c.source, g.Turns()[0])))
		})
	}
}
