package fork_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"stead/e2e/fidelity"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/fixtures"
)

// forksAll says that each session is cut at each of its entries; else a few are, of the richest sessions.
var forksAll = os.Getenv("STEAD_FORKS") == "full"

// toldEntry is an entry as `stead show --json` prints it.
type toldEntry struct {
	ID, Type, Content, Thinking, CallID, Branch string
	Hidden                                      bool
	Compaction                                  json.RawMessage
}

// TestForkAtEveryEntryArrives forks recorded sessions at entries of theirs and lets the real CLIs go on: what the model
// receives is what the session's own CLI sends, up to the cut.
func TestForkAtEveryEntryArrives(t *testing.T) {
	t.Parallel()
	turn := 0
	for number, known := range harness.CLIs() {
		source := known.Name
		names, err := harness.Fixtures(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if source == "cusf" || !forksAll && !strings.Contains(name, harness.Of(source).Richest[0]) {
				continue
			}
			entries := entriesOf(t, source, name)
			if slices.ContainsFunc(entries, func(e toldEntry) bool { return e.Compaction != nil }) {
				continue // before the summary the session's own CLI sends what it then left out
			}
			for _, at := range cuts(entries, number) {
				turn++
				target := forkTargets[turn%len(forkTargets)]
				t.Run(fmt.Sprintf("%s/%s at %d to %s", source, runtest.SessionName(name), at, target), func(t *testing.T) {
					runtest.Proves(t, target)
					t.Parallel()
					forkArrives(t, source, name, target, entries, at)
				})
			}
		}
	}
}

var forkTargets = harness.With(harness.CLI.IsFromNPM)

// entriesOf is the conversation of a recorded session.
func entriesOf(t *testing.T, source, name string) []toldEntry {
	t.Helper()
	g := harness.New(t)
	shown := g.Stead("show", "--json", g.Place(source, name).Ref())
	runtest.Exits(t, shown, 0)
	var entries []toldEntry
	for line := range strings.Lines(shown.Stdout) {
		var e toldEntry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if !e.Hidden && e.Branch == "" {
			entries = append(entries, e)
		}
	}
	return entries
}

// cuts are the entries at which a session is cut: all but the last, or, by the number of its source, its first answer,
// first call or first result.
func cuts(entries []toldEntry, number int) (all []int) {
	wanted := []string{"assistant", "tool_call", "tool_result"}[number%3]
	for i, e := range entries[:len(entries)-1] {
		switch {
		case forksAll:
			all = append(all, i)
		case e.Type == wanted:
			return []int{i}
		}
	}
	return all
}

func forkArrives(t *testing.T, source, name, target string, entries []toldEntry, at int) {
	t.Helper()
	truth, ok := truncated(runtest.OwnConversation(t, source, name), entries, at)
	if !ok {
		t.Skip("the session's own CLI sends it otherwise than it is told")
	}
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place(source, name)
	before := fixtures.Snapshot(t, session.Path)
	result := g.Stead("fork", session.Ref(), "--at", entries[at].ID, "--to", target, "-p", runtest.Prompt, "--json")
	runtest.Exits(t, result, 0)
	run := runtest.LastLine(t, result.Stdout)
	if run.To.Path != session.Path { // a database holds what is read and what is written
		runtest.Unchanged(t, before, fixtures.Snapshot(t, session.Path))
	}
	turns := g.Turns()
	if len(turns) != 1 || run.Status != "completed" {
		t.Fatalf("the provider got %d turns, the result is %+v", len(turns), run)
	}
	compared := fidelity.Compare(fidelity.Expected(truth, source, target),
		fidelity.Arrived(runtest.RecordedConversation(g, source, turns[0]), source, target), source, target)
	problems := slices.DeleteFunc(compared.Problems, func(problem string) bool {
		return strings.HasPrefix(problem, "missing: assistant thinking") // an answer of nothing else may go
	})
	if len(problems) > knownProblems(t, source, name, target) {
		t.Error(strings.Join(problems, "\n"))
	}
}

// knownProblems counts what docs/fidelity.md says does not arrive of the whole session.
func knownProblems(t *testing.T, source, name, target string) int {
	t.Helper()
	results, err := fidelity.ReadResults(runtest.ResultsFolder, source)
	if err != nil {
		t.Fatal(err)
	}
	cell := results[runtest.SessionName(name)][target]
	known := cell.Extra
	for _, count := range []fidelity.Count{cell.User, cell.Assistant, cell.Calls, cell.Results, cell.Images} {
		known += count.Of - count.Arrived
	}
	return known
}

// truncated is what the session's own CLI would send for the entries up to a place: their items, without calls that are
// answered later, and the prompt at the end. It is not known where the items cannot be told by their number.
func truncated(items []provider.Item, entries []toldEntry, at int) (kept []provider.Item, ok bool) {
	last := items[len(items)-1]
	items = items[:len(items)-1]
	whole, part := tally(entries), tally(entries[:at+1])
	answered, later := answers(entries[:at+1]), answers(entries)
	count, reach := map[string]int{}, -1
	ids := map[string]int{} // the number of each call, by the id that it has in the request
	for i, item := range items {
		kind := kindOf(item)
		count[kind]++
		switch {
		case item.Kind == provider.Call:
			ids[item.CallID] = count[kind]
		case kind != "" && count[kind] <= part[kind]:
			reach = i
		}
	}
	stays := false
	for i, item := range items {
		call := ids[item.CallID]
		switch {
		case item.Kind == provider.Image && item.CallID == "" && stays: // belongs to what is before it
		case item.Kind == provider.Thinking && thought(entries[:at+1], item.Text):
		case item.Kind == provider.Call && (call > part["call"] || later[call] && !answered[call]),
			item.CallID != "" && item.Kind != provider.Call && !answered[call], item.CallID == "" &&
				item.Kind != provider.Call && i > reach:
			stays = false
			continue
		}
		stays, kept = true, append(kept, item)
	}
	return append(kept, last), count["call"] == whole["call"] && count["user text"] == whole["user text"] &&
		count["assistant text"] == whole["assistant text"]
}

// thought reports whether somebody has thought so.
func thought(entries []toldEntry, text string) bool {
	return slices.ContainsFunc(entries, func(e toldEntry) bool { return e.Thinking != "" && e.Thinking == text })
}

// kindOf names an item that stands for an entry; the name is empty for one that belongs to another.
func kindOf(item provider.Item) string {
	switch item.Kind {
	case provider.Call:
		return "call"
	case provider.Text:
		return item.Role + " text"
	}
	return ""
}

// tally counts what of a conversation is an item of its own.
func tally(entries []toldEntry) map[string]int {
	count := map[string]int{}
	for _, e := range entries {
		switch {
		case e.Type == "tool_call":
			count["call"]++
		case (e.Type == "user" || e.Type == "assistant") && strings.TrimSpace(e.Content) != "":
			count[e.Type+" text"]++
		}
	}
	return count
}

// answers says which calls are answered, by their number.
func answers(entries []toldEntry) map[int]bool {
	numbers, answered := map[string]int{}, map[int]bool{}
	for _, e := range entries {
		switch e.Type {
		case "tool_call":
			numbers[e.ID] = len(numbers) + 1
		case "tool_result":
			answered[numbers[e.CallID]] = true
		}
	}
	return answered
}
