package e2e_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/fidelity"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/fixtures"
	"stead/internal/golden"
)

// prompt is what every continued session is told.
const prompt = "Go on, please."

// origins are the CLIs and formats that a session can come from, targets the CLIs that it can go on in. Those that npm does not have
// are targets where scripts/kimi-cli and scripts/clido could install them.
var (
	origins = []string{"claude", "codex", "opencode", "gemini", "kimi", "kimi-cli", "qwen", "clido", "pi", "universal", "cusf"}
	targets = []string{"claude", "codex", "opencode", "gemini", "kimi", "kimi-cli", "qwen", "clido", "pi"}
)

// richest are, for each source, the sessions that are tried whenever the tests run: those that hold most of what can be lost. The first goes
// into every target, the others into the quickest one. STEAD_MATRIX=full takes all sessions into all targets.
var richest = map[string][]string{
	"claude":    {"reallife-tour", "error-image-thinking", "parallel"},
	"codex":     {"01a202e5", "7b03", "8800"},
	"opencode":  {"reallife-tour", "tools.json", "attachments"},
	"gemini":    {"reallife-tour", "tools", "resumed"},
	"kimi":      {"reallife-tour", "tools", "agent-undo"},
	"kimi-cli":  {"tools", "agent-compact"},
	"qwen":      {"reallife-tour", "reallife-more", "02-tools", "image"},
	"pi":        {"reallife-tour", "01-tools", "02-image"},
	"clido":     {"0000-4000", "5d0e8d1e"},
	"universal": {"every-tool", "compacted"},
	"cusf":      {"v01", "v05"},
}

// isFull says that all sessions go into all targets.
var isFull = os.Getenv("STEAD_MATRIX") == "full"

// beyond are the CLIs that npm does not have.
var beyond = []string{"kimi-cli", "clido"}

// quick is the target that takes the least processor time for a turn.
const quick = "codex"

// TestEverySessionArrives is the main job: stead injects recorded sessions of each source into each target, the real CLI goes on
// with them, and what its model received is compared, item by item, with what the source's own CLI sends. What arrives must be what
// docs/fidelity.md says.
func TestEverySessionArrives(t *testing.T) {
	for _, source := range origins {
		t.Run(source, func(t *testing.T) {
			page := openPage(t, source)
			names, err := harness.Fixtures(source)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				for _, target := range targets {
					if tried(source, name, target) {
						t.Run(base(name)+" to "+target, func(t *testing.T) {
							t.Parallel()
							x := tries(t, target, source+"/"+base(name), false)
							cell, problems := arrives(t, source, name, target)
							page.put(t, x, base(name), target, cell, problems)
						})
					}
				}
			}
		})
	}
}

// tried says whether a cell belongs to this run of the tests.
func tried(source, name, target string) bool {
	switch {
	case !harness.Installed(target), drifting != "" && slices.Contains(beyond, target):
		return false
	case isFull:
		return true
	}
	at := richness(source, name)
	return at == 0 || at > 0 && target == quick
}

// richness is the place of a session among the richest, or -1.
func richness(source, name string) int {
	return slices.IndexFunc(richest[source], func(part string) bool { return strings.Contains(name, part) })
}

// base is the name of a recorded session without its folders and ending.
func base(name string) string {
	return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
}

// arrives continues a session in a target and returns what of it arrived.
func arrives(t *testing.T, source, name, target string) (fidelity.Cell, []string) {
	t.Helper()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place(source, name)
	before := fixtures.Snapshot(t, session.Path)
	result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", prompt, "--json")
	if result.Code != 0 {
		t.Fatalf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
	}
	run := lastLine(t, result.Stdout)
	if run.To.Path != session.Path { // a database holds what is read and what is written
		unchanged(t, before, fixtures.Snapshot(t, session.Path))
	}
	if run.Type != "run_result" || run.Status != "completed" || run.FinalText != "It goes on." || run.To.CLI != target || session.ID != "" && run.From.ID != session.ID {
		t.Errorf("result is %+v", run)
	}
	turns := g.Turns()
	if len(turns) != 1 {
		t.Fatalf("the provider got %d turns", len(turns))
	}
	truth := ownConversation(t, source, name)
	if source != target {
		truth = remembered(t, source, name, truth)
	}
	compared := fidelity.Compare(fidelity.Expected(truth, source, target), fidelity.Arrived(recorded(g, source, turns[0]), source, target), source, target)
	compared.Counts.AddStripped(truth)
	compared.Problems = append(compared.Problems, run.Delivered.Context.Silent(compared.Counts)...)
	return fidelity.Cell{Counts: compared.Counts, Losses: append(run.Delivered.LeftOut, run.Delivered.Losses...)}, compared.Problems
}

// recorded returns the conversation of a request with the folder of the recording in place of the test's own.
func recorded(g *harness.Environment, cli string, request provider.Request) []provider.Item {
	items := request.Conversation()
	for i := range items {
		items[i].Text = strings.ReplaceAll(items[i].Text, g.Work, harness.Recorded(cli))
		items[i].Arguments = strings.ReplaceAll(items[i].Arguments, g.Work, harness.Recorded(cli))
	}
	return items
}

// ownConversation is the truth that a cell is measured by: what the session's own CLI sends for it, as
// TestCLIsResumeTheirOwnSessions has written it down, or a list by hand where no CLI goes on with it here.
func ownConversation(t *testing.T, cli, name string) []provider.Item {
	t.Helper()
	return itemsOf(t, requestOf(cli, name))
}

// remembered is what the source's model knew: what its CLI sends now, and what that drops when it resumes a session, although it has recorded it.
// This is a list by hand, in which "behind" says after which item it was told; else it was told first.
func remembered(t *testing.T, cli, name string, sent []provider.Item) []provider.Item {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "forgotten", cli, base(name)+".txt"))
	if err != nil {
		return sent
	}
	all, at := slices.Clone(sent), 0
	for line := range strings.Lines(string(content)) {
		place, isPlace := strings.CutPrefix(line, "behind ")
		item, err := provider.ParseItem(cmp.Or(place, line))
		if err != nil {
			t.Fatal(err)
		}
		if !isPlace {
			all = slices.Insert(all, at, item)
			at++
		} else if at = slices.Index(all, item) + 1; at == 0 {
			t.Fatalf("%s is not sent", item)
		}
	}
	return all
}

func itemsOf(t *testing.T, path string) []provider.Item {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var items []provider.Item
	for line := range strings.Lines(string(content)) {
		item, err := provider.ParseItem(line)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// requestOf is the file that says what a session's own CLI sends for it.
func requestOf(cli, name string) string {
	return filepath.Join("testdata", "requests", cli, base(name)+".txt")
}

// TestFidelityIsWrittenDown keeps docs/fidelity.md at what the cells have shown. It comes after them, so that one run with -update
// writes both.
func TestFidelityIsWrittenDown(t *testing.T) {
	all := map[string]fidelity.Results{}
	for _, source := range origins {
		results, err := fidelity.ReadResults(resultsFolder, source)
		if err != nil {
			t.Fatal(err)
		}
		all[source] = results
	}
	drift, err := fidelity.ReadDrift(resultsFolder)
	if err != nil {
		t.Fatal(err)
	}
	golden.Assert(t, filepath.Join("..", "docs", "fidelity.md"), []byte(fidelity.Report(origins, targets, all, drift)))
}
