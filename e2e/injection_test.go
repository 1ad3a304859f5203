package e2e_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// prompt is what every continued session is told.
const prompt = "Go on, please."

// TestEverySessionArrives is the main job: stead injects each recorded session into each CLI, the real CLI goes on with it,
// and what its model received is compared with what the session's own CLI sends for it, item by item.
func TestEverySessionArrives(t *testing.T) {
	for _, source := range []string{"claude", "codex"} {
		names, err := harness.Fixtures(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			for _, target := range []string{"claude", "codex"} {
				t.Run(source+"-to-"+target+"/"+filepath.Base(name), func(t *testing.T) {
					t.Parallel()
					injects(t, source, name, target)
				})
			}
		}
	}
}

func injects(t *testing.T, source, name, target string) {
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place(source, name)
	before, stat := g.Read(session.Path), g.ModTime(session.Path)
	result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", prompt, "--json")
	if result.Code != 0 {
		t.Fatalf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
	}
	if string(g.Read(session.Path)) != string(before) || !g.ModTime(session.Path).Equal(stat) {
		t.Error("the source session was touched")
	}
	run := lastLine(t, result.Stdout)
	if run.Type != "run_result" || run.Status != "completed" || run.FinalText != "It goes on." || run.To.CLI != target || run.From.ID != session.ID {
		t.Errorf("result is %+v", run)
	}
	turns := g.Turns()
	if len(turns) != 1 {
		t.Fatalf("the provider got %d turns", len(turns))
	}
	want := expected(ownRequest(t, source, name), source, target)
	compare(t, want, recorded(g, source, turns[0]))
}

// runResult is the last line of stead run --json.
type runResult struct {
	Type      string
	Run       string
	From, To  struct{ CLI, ID, Path string }
	Status    string
	ExitCode  int    `json:"exit_code"`
	FinalText string `json:"final_text"`
}

func lastLine(t *testing.T, stdout string) (r runResult) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		t.Fatalf("the last line is no JSON: %v\n%s", err, stdout)
	}
	return r
}

// ownRequest returns what the session's own CLI sends for it: the truth that an injection is measured by.
func ownRequest(t *testing.T, cli, name string) []provider.Item {
	t.Helper()
	if strings.Contains(name, "rollout-2025-06-01") {
		return bareSession // Codex 0.169.0 refuses the bare form of 2025
	}
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	g.Resume(g.Place(cli, name), prompt)
	return recorded(g, cli, g.Turns()[0])
}

// recorded returns the conversation of a request with the folder of the recording in place of the test's own.
func recorded(g *harness.Ground, cli string, request provider.Request) []provider.Item {
	items := request.Conversation()
	for i := range items {
		items[i].Text = strings.ReplaceAll(items[i].Text, g.Work, harness.Recorded(cli))
		items[i].Arguments = strings.ReplaceAll(items[i].Arguments, g.Work, harness.Recorded(cli))
	}
	return items
}

// bareSession is what stands in the session that no Codex of today resumes.
var bareSession = []provider.Item{
	{Role: "user", Kind: provider.Text, Text: "list the files"},
	{Role: "assistant", Kind: provider.Call, Tool: "shell", CallID: "call_1", Arguments: `{"command":["bash","-lc","ls"]}`},
	{Role: "tool", Kind: provider.Result, CallID: "call_1", Text: "calc.py\n"},
	{Role: "assistant", Kind: provider.Text, Text: "There is one file: calc.py"},
	{Role: "user", Kind: provider.Text, Text: prompt},
}

// expectation is an item as it must arrive. A call is checked by what its arguments must contain, as the target's own tool
// spells them; everything else must be equal.
type expectation struct {
	provider.Item
	contains []string
}

func compare(t *testing.T, want []expectation, got []provider.Item) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			t.Errorf("item %d is missing: %s", i, want[i].Item)
		case i >= len(want):
			t.Errorf("item %d should not be there: %s", i, got[i])
		default:
			if problem := want[i].differs(got[i]); problem != "" {
				t.Errorf("item %d: %s\n got %s\nwant %s", i, problem, got[i], want[i].Item)
			}
		}
	}
}

// differs says what is wrong with an item, or nothing. Claude Code 2.1.197 ends a prompt that is followed by another with a line feed.
func (w expectation) differs(got provider.Item) string {
	switch {
	case w.Kind != got.Kind:
		return "another kind"
	case w.Kind == provider.Text && w.Role != got.Role:
		return "another role"
	case w.CallID != got.CallID:
		return "another call id"
	case w.Tool != "" && w.Tool != got.Tool:
		return "another tool"
	case w.Kind == provider.Image && (w.MediaType != got.MediaType || w.Data != got.Data):
		return "another picture"
	case w.contains == nil && (w.Text != strings.TrimSuffix(got.Text, "\n") && w.Text != got.Text || w.Arguments != got.Arguments):
		return "another text"
	}
	for _, part := range w.contains {
		if !strings.Contains(got.Text+got.Arguments, part) {
			return fmt.Sprintf("%q is missing", part)
		}
	}
	return ""
}
