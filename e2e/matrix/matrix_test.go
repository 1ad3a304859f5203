package matrix_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/fidelity"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/writers"
)

// origins are the CLIs and formats that a session can come from, targets the CLIs that it can go on in. Those that npm
// does not have are targets where scripts/kimi-cli and scripts/clido could install them.
var (
	origins = harness.With(func(harness.CLI) bool { return true })
	targets = harness.With(harness.CLI.IsTarget)
)

// isFull says that all sessions go into all targets.
var isFull = os.Getenv("STEAD_MATRIX") == "full"

// quick is the target that takes the least processor time for a turn.
const quick = "codex"

// TestEverySessionArrives is the main job: stead injects recorded sessions of each source into each target, the real
// CLI goes on with them, and what its model received is compared, item by item, with what the source's own CLI sends.
// What arrives must be what docs/fidelity.md says.
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
						t.Run(runtest.SessionName(name)+" to "+target, func(t *testing.T) {
							if target != quick {
								runtest.Proves(t, source, target)
							}
							t.Parallel()
							cell, problems := arrives(t, source, name, target)
							page.put(t, runtest.SessionName(name), target, cell, problems)
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
	case !harness.Installed(target):
		return false
	case isFull:
		return true
	}
	at := richness(source, name)
	return at == 0 || at > 0 && target == quick
}

// richness is the place of a session among the richest, or -1.
func richness(source, name string) int {
	return slices.IndexFunc(harness.Of(source).Richest, func(part string) bool { return strings.Contains(name, part) })
}

// arrives continues a session in a target and returns what of it arrived.
func arrives(t *testing.T, source, name, target string) (fidelity.Cell, []string) {
	t.Helper()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place(source, name)
	before := fixtures.Snapshot(t, session.Path)
	result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt, "--json")
	if result.Code != 0 {
		t.Fatalf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
	}
	run := runtest.LastLine(t, result.Stdout)
	if run.To.Path != session.Path { // a database holds what is read and what is written
		runtest.Unchanged(t, before, fixtures.Snapshot(t, session.Path))
	}
	if run.Type != "run_result" || run.Status != "completed" || run.FinalText != "It goes on." || run.To.CLI != target ||
		session.ID != "" && run.From.ID != session.ID {
		t.Errorf("result is %+v", run)
	}
	turns := g.Turns()
	if len(turns) != 1 {
		t.Fatalf("the provider got %d turns", len(turns))
	}
	truth := runtest.OwnConversation(t, source, name)
	if source != target {
		truth = remembered(t, source, name, truth)
	}
	compared := fidelity.Compare(fidelity.Expected(truth, source, target),
		fidelity.Arrived(runtest.RecordedConversation(g, source, turns[0]), source, target), source, target)
	compared.Counts.AddStripped(truth)
	compared.Problems = append(compared.Problems, run.Delivered.Context.Silent(compared.Counts)...)
	compared.Problems = append(compared.Problems, silentEnds(run, truth, turns[0].Conversation())...)
	return fidelity.Cell{Counts: compared.Counts, Losses: append(run.Delivered.LeftOut, run.Delivered.Losses...)},
		compared.Problems
}

// silentEnds says what a model was told of how calls ended, which neither arrives nor is named.
func silentEnds(run runtest.RunResult, truth, arrived []provider.Item) (problems []string) {
	untimed := fidelity.Untimed(truth, arrived)
	for _, loss := range run.Delivered.Losses {
		if loss.What == writers.Durations {
			untimed -= loss.Count
		}
	}
	if untimed > 0 {
		problems = append(problems, fmt.Sprintf("%d times that calls took are missing, and stead does not name them",
			untimed))
	}
	if unended := fidelity.Unended(truth, arrived); unended > 0 {
		problems = append(problems, fmt.Sprintf("%d exit codes of the user's commands are missing", unended))
	}
	return problems
}

// remembered is what the source's model knew: what its CLI sends now, and what that drops when it resumes a session,
// although it has recorded it. This is a list by hand, in which "behind" says after which item it was told; else it was
// told first.
func remembered(t *testing.T, cli, name string, sent []provider.Item) []provider.Item {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "forgotten", cli, runtest.SessionName(name)+".txt"))
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

// TestFidelityIsWrittenDown keeps docs/fidelity.md at what the cells have shown. It comes after them, so that one run
// with -update writes both.
func TestFidelityIsWrittenDown(t *testing.T) {
	all := map[string]fidelity.Results{}
	for _, source := range origins {
		results, err := fidelity.ReadResults(runtest.ResultsFolder, source)
		if err != nil {
			t.Fatal(err)
		}
		all[source] = results
	}
	docs := filepath.Join("..", "..", "docs")
	kinds, err := os.ReadFile(filepath.Join(docs, "kinds.md"))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, filepath.Join(docs, "fidelity.md"), []byte(fidelity.Report(origins, targets, all, string(kinds))))
}
