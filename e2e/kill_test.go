package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/runs"
	"stead/timeline"
)

// killed is how many times a run is killed, for each CLI. STEAD_KILLS sets it: `make kills` takes 200 in all.
func killed(t *testing.T) int {
	t.Helper()
	text := os.Getenv("STEAD_KILLS")
	if text == "" {
		return 4
	}
	times, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return times
}

// TestKilledRunLosesNothing kills stead at random moments, again and again in the same run, which goes on after each. In the end
// the journal has every record that the CLI wrote, once and in order, and the CLI takes its session.
func TestKilledRunLosesNothing(t *testing.T) {
	for seed, target := range []string{"codex", "claude", "opencode"} {
		home := [2]string{"claude", "text"}
		if target == "claude" {
			home = [2]string{"codex", "78a8"}
		}
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(uint64(seed), 20261121))
			g := harness.New(t, works(target)...)
			session := g.Place(home[0], home[1])
			start := []string{"run", "--from", session.Ref(), "--to", target, "-p", prompt, "--json"}
			for range killed(t) {
				process := g.Start(g.SteadPath(), start...)
				time.Sleep(time.Duration(random.Int64N(int64(4 * time.Second)))) // the random moment
				_ = process.Signal(syscall.SIGKILL)
				g.Wait(process)
				if all := records(t, g); len(all) > 0 && all[len(all)-1].To.ID != "" {
					alone(t, g, all[len(all)-1])
					start = []string{"run", "--resume", all[len(all)-1].Run, "--json"}
				}
			}
			exits(t, g.Stead(start...), 0)
			all := records(t, g)
			agree(t, all[len(all)-1])
		})
	}
}

// works has the model call three tools in each turn, and then answer.
func works(target string) []provider.Step {
	few := func(r provider.Request) bool {
		results := 0
		for _, item := range r.Conversation() {
			switch {
			case item.Role == "user" && item.Kind == provider.Text && !item.Harness:
				results = 0
			case item.Kind == provider.Result:
				results++
			}
		}
		return results < 3
	}
	return []provider.Step{
		{When: few, Reply: hop(target, 1)[0].Reply, Always: true},
		{Reply: provider.Say("It goes on."), Always: true},
	}
}

// alone waits until the CLI of a killed run has ended: its terminal is gone. The record does not name a CLI that was just started.
func alone(t *testing.T, g *harness.Environment, r record) {
	t.Helper()
	eventually(t, "the CLI of the killed run ends", func() bool { return hasEnded(r.Child.PID) && len(g.Processes()) == 0 })
}

// hasEnded reports whether there is no such process. One that nobody reaps has ended, one that is still being torn down has not.
func hasEnded(pid int) bool { return pid == 0 || runs.ProcessOf(pid).Started == "" }

// agree fails the test when the journal has not each entry of the session beyond what was delivered, once, and the conversation in order. A
// CLI's own records stand where they came: a reader that has the whole session may sort them behind the entries that they belong to.
func agree(t *testing.T, r record) {
	t.Helper()
	journal := numbered(t, "universal", r.folder+"/timeline.jsonl", "", func(n *timeline.Record) bool { return n.Session == r.To.ID })
	session := numbered(t, r.To.CLI, r.To.Path, r.To.ID, func(n *timeline.Record) bool { return n.Line > r.Lines })
	if len(journal) == 0 || !slices.Equal(turnsOf(journal), turnsOf(session)) || !slices.Equal(slices.Sorted(slices.Values(journal)), slices.Sorted(slices.Values(session))) {
		t.Errorf("the journal has\n%s\nand the session\n%s", strings.Join(journal, "\n"), strings.Join(session, "\n"))
	}
}

// turnsOf are the numbered entries that are no records of a CLI's own.
func turnsOf(numbered []string) (conversation []string) {
	for _, line := range numbered {
		if !strings.Contains(line, " "+string(timeline.System)+" ") {
			conversation = append(conversation, line)
		}
	}
	return conversation
}

// numbered lists entries by their records' numbers, types and texts.
func numbered(t *testing.T, cli, path, id string, wanted func(*timeline.Record) bool) (list []string) {
	t.Helper()
	reader, err := catalog.New(catalog.Options{Readers: adapters.Readers()}).Reader(cli)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := reader.Open(t.Context(), adapter.Location{Path: path, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Native != nil && wanted(e.Native) {
			list = append(list, fmt.Sprintf("%d %s %s", e.Native.Line, e.Type, e.ID))
		}
	}
	return list
}
