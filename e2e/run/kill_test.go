package run_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/timeline"
)

// TestKilledRunLosesNothing kills stead at random moments, again and again in the same run, which goes on after each.
// In the end the journal has every record that the CLI wrote, once and in order, and the CLI takes its session.
func TestKilledRunLosesNothing(t *testing.T) {
	t.Parallel()
	for seed, target := range []string{"codex", "claude", "opencode"} {
		home := [2]string{"claude", "text"}
		if target == "claude" {
			home = [2]string{"codex", "78a8"}
		}
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			random := rand.New(rand.NewPCG(uint64(seed), 20261121))
			g := harness.New(t, runtest.WorksWithTools(target)...)
			session := g.Place(home[0], home[1])
			start := []string{"run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt, "--json"}
			for range runtest.Kills(t) {
				process := g.Start(g.SteadPath(), start...)
				time.Sleep(time.Duration(random.Int64N(int64(4 * time.Second)))) // the random moment
				_ = process.Signal(syscall.SIGKILL)
				g.Wait(process)
				if all := runtest.Records(t, g); len(all) > 0 && all[len(all)-1].To.ID != "" {
					runtest.AwaitsEnd(t, g, all[len(all)-1])
					start = []string{"run", "--resume", all[len(all)-1].Run, "--json"}
				}
			}
			runtest.Exits(t, g.Stead(start...), 0)
			all := runtest.Records(t, g)
			agree(t, all[len(all)-1])
		})
	}
}

// agree fails the test when the journal has not each entry of the session beyond what was delivered, once, and the
// conversation in order. A CLI's own records stand where they came: a reader that has the whole session may sort them
// behind the entries that they belong to.
func agree(t *testing.T, r runtest.Record) {
	t.Helper()
	journal := numbered(t, "universal", r.Folder+"/timeline.jsonl", "",
		func(n *timeline.Record) bool { return n.Session == r.To.ID })
	session := numbered(t, r.To.CLI, r.To.Path, r.To.ID, func(n *timeline.Record) bool { return n.Line > r.Lines })
	if len(journal) == 0 || !slices.Equal(turnsOf(journal), turnsOf(session)) ||
		!slices.Equal(slices.Sorted(slices.Values(journal)), slices.Sorted(slices.Values(session))) {
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
