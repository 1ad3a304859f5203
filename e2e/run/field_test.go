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

// A result in the universal format may begin as Claude Code begins that of a failed command: the field case is a
// session that was not delivered for it.
func TestAFailedCommandArrivesInClaude(t *testing.T) {
	t.Parallel()
	runtest.Proves(t, "claude")
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	content, err := os.ReadFile(filepath.Join("testdata", "failed-command.json"))
	if err != nil {
		t.Fatal(err)
	}
	session := filepath.Join(g.Dir, "session.json")
	moved := strings.ReplaceAll(string(content), "/home/user/demo-claude", g.Work)
	if err := os.WriteFile(session, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	result := g.Stead("run", "--from", session, "--to", "claude", "-p", "hello", "--json")
	if result.Code != 0 {
		t.Fatalf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
	}
	var failed []provider.Item
	for _, item := range g.Turns()[0].Items {
		if item.Kind == provider.Result && item.Failed {
			failed = append(failed, item)
		}
	}
	const want = "xit code 1\n# app\ncalc.go:3: undefined: add\nFAIL app [build failed]"
	if len(failed) != 1 || !strings.HasSuffix(failed[0].Text, want) {
		t.Errorf("the failed results are %+v", failed)
	}
}
