package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"stead/adapters"
	"stead/internal/testkit/fixtures"
)

// sessionsEverywhere brings a session into every CLI's store twice, and damaged files beside it. OpenCode would make
// its store itself.
func sessionsEverywhere(t *testing.T, ts *testscript.TestScript, args []string) {
	fixtures.Copy(t, "opencode/opencode.db", ts.MkAbs("home/.local/share/opencode/opencode.db"))
	for _, driver := range adapters.Drivers() {
		for range 2 {
			ts.Check(ts.Exec("stead", "session", "import", args[0], "--to", driver.Info().Name, "--cwd", ".", "--model", "m"))
		}
	}
	for name, content := range map[string]string{
		".claude/projects/-x/empty.jsonl":                                                                   "",
		".claude/projects/-x/5f2a91c0-0000-4000-8000-000000000000.jsonl":                                    "{\"type\":\"user\",",
		".codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-01a1fa47-78a8-7720-bb3f-000000000000.jsonl": "",
		".qwen/projects/-x/chats/5f2a91c0-0000-4000-8000-000000000000.jsonl":                                "",
		".pi/agent/sessions/--x--/empty.jsonl":                                                              "{",
	} {
		path := ts.MkAbs("home/" + name)
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
		ts.Check(os.WriteFile(path, []byte(content), 0o600))
	}
}

// countsAgree compares how many sessions of each CLI list, doctor and the error about a session that is not there tell
// of.
func countsAgree(ts *testscript.TestScript, _ bool, clis []string) {
	var report struct {
		CLIs []struct {
			Name     string
			Sessions int
		}
	}
	output := func(line ...string) string {
		ts.Check(ts.Exec("stead", line...))
		return ts.ReadFile("stdout")
	}
	ts.Check(json.Unmarshal([]byte(output("doctor", "--json")), &report))
	counted := map[string]int{}
	for _, one := range report.CLIs {
		counted[one.Name] = one.Sessions
	}
	for _, cli := range clis {
		var listed []any
		ts.Check(json.Unmarshal([]byte(output("list", "--cli", cli, "--json")), &listed))
		_ = ts.Exec("stead", "show", cli+":none-such")
		missed := 0
		for _, in := range regexp.MustCompile(`(?:searched|,) (\d+) in `).FindAllStringSubmatch(ts.ReadFile("stderr"), -1) {
			n := 0
			_, _ = fmt.Sscan(in[1], &n)
			missed += n
		}
		if len(listed) != counted[cli] || missed != counted[cli] || missed < 2 {
			ts.Fatalf("%s: list has %d, doctor %d, the error %d: %s", cli, len(listed), counted[cli], missed,
				strings.TrimSpace(ts.ReadFile("stderr")))
		}
	}
}
