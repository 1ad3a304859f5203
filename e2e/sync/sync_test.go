package sync_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
	"stead/runs"
	"stead/timeline"
)

// mirrorsOf returns the mirrors of a run.
func mirrorsOf(t *testing.T, r runtest.Record) []runs.Mirror {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(r.Folder, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var run runs.Run
	if err := json.Unmarshal(content, &run); err != nil {
		t.Fatal(err)
	}
	return run.Mirrors
}

// onlyMirror returns the mirror of a run that has one.
func onlyMirror(t *testing.T, g *harness.Environment) harness.Session {
	t.Helper()
	all := mirrorsOf(t, runtest.OnlyRecord(t, g))
	if len(all) != 1 {
		t.Fatalf("the run has the mirrors %v, want one", all)
	}
	return placeOf(all[0])
}

func placeOf(m runs.Mirror) harness.Session {
	return harness.Session{CLI: m.CLI, ID: m.ID, Path: m.Path}
}

// syncs continues a session headless, and mirrors that.
func syncs(t *testing.T, g *harness.Environment, from, to, sync string, number int) {
	t.Helper()
	g.Provider.Add(runtest.Hop(to, number)...)
	runtest.Exits(t, g.Stead("run", "--from", from, "--to", to, sync, "-p", runtest.HopPrompt(number), "--json"), 0)
}

// resumes goes on with the only run, and returns what stead says about that.
func resumes(t *testing.T, g *harness.Environment, to string, number int) string {
	t.Helper()
	g.Provider.Add(runtest.Hop(to, number)...)
	result := g.Stead("run", "--resume", "latest", "-p", runtest.HopPrompt(number), "--json")
	runtest.Exits(t, result, 0)
	return result.Stderr
}

// goesOnThere resumes a session natively with a turn, and demands that the model gets all of it once.
func goesOnThere(t *testing.T, g *harness.Environment, s harness.Session, source []string, hops ...int) {
	t.Helper()
	number := hops[len(hops)-1]
	g.Provider.Add(runtest.Hop(s.CLI, number)...)
	g.Resume(s, runtest.HopPrompt(number))
	runtest.HoldsHops(t, undoubled(s.CLI, runtest.LastTurn(g, s.CLI)), source, hops...)
}

// undoubled takes the copies of results out that some CLIs send of their own calls, and only of those, when they resume
// their own sessions.
func undoubled(cli, request string) string {
	if !harness.Of(cli).RepeatsResults {
		return request
	}
	var kept []string
	for line := range strings.Lines(request) {
		if strings.Contains(line, "user result call_") && len(kept) > 0 && kept[len(kept)-1] == line {
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "")
}

// looksThere does the same, and leaves the session as it was.
func looksThere(t *testing.T, g *harness.Environment, s harness.Session, source []string, hops ...int) {
	t.Helper()
	info, err := os.Stat(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	before := g.Read(s.Path)
	goesOnThere(t, g, s, source, hops...)
	if err := os.WriteFile(s.Path, before, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(s.Path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

// TestMirrorHoldsEachTurnAsItFinishes works in a terminal, and looks after each turn what one could go on with in the
// source's CLI.
func TestMirrorHoldsEachTurnAsItFinishes(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "tools")
	original := g.Read(session.Path)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "codex", "--sync")
	x.SeesReady("codex")
	var hops []int
	for number := 1; number <= 3; number++ {
		hops = append(hops, number)
		g.Provider.Add(runtest.Hop("codex", number)...)
		x.Submits(runtest.HopPrompt(number))
		runtest.Eventually(t, "the turn is mirrored", func() bool { return isMirrored(t, g, hopDone(number)) })
		looksThere(t, g, onlyMirror(t, g), harness.Of("claude").Story.Said, append(hops, 9)...)
	}
	runtest.Leaves(t, g, x, "codex")
	goesOnThere(t, g, onlyMirror(t, g), harness.Of("claude").Story.Said, 1, 2, 3, 4)
	if !bytes.Equal(g.Read(session.Path), original) {
		t.Error("the source was touched")
	}
}

func hopDone(number int) string {
	return strings.Replace("Hop N is done.", "N", string(rune('0'+number)), 1)
}

// isMirrored reports whether the newest mirror holds a text and the record says so.
func isMirrored(t *testing.T, g *harness.Environment, text string) bool {
	t.Helper()
	all := mirrorsOf(t, runtest.OnlyRecord(t, g))
	if len(all) == 0 {
		return false
	}
	last := all[len(all)-1]
	if last.Fingerprint.Rows != "" { // of a database the record says it, and nothing is read while a CLI may write
		whole := runtest.OnlyRecord(t, g).RawJournal(t)
		return last.Writing == 0 && last.Entries > 0 && strings.Contains(whole, text) &&
			bytes.Contains(g.Records(placeOf(last)), []byte(text))
	}
	info, err := os.Stat(last.Path)
	return err == nil && info.Size() == last.Fingerprint.File.Size && bytes.Contains(g.Read(last.Path), []byte(text))
}

// TestEveryCLICanBeMirroredIn makes two turns elsewhere and goes on at home, and elsewhere again from there.
func TestEveryCLICanBeMirroredIn(t *testing.T) {
	t.Parallel()
	for _, home := range harness.With(harness.CLI.HasTools) {
		c := pair{home, harness.Of(home).Story.Away}
		t.Run(home, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session())
			original := g.Records(session)
			syncs(t, g, session.Ref(), c.away, "--sync", 1)
			resumes(t, g, c.away, 2)
			mirror := onlyMirror(t, g)
			originalLines(t, original, session.ID, g.Records(mirror), mirror.ID)
			goesOnThere(t, g, mirror, harness.Of(c.home).Story.Said, 1, 2, 3)
			runtest.Continues(t, g, mirror.Ref(), c.away, 4)
			runtest.HoldsHops(t, runtest.LastTurn(g, c.away), nil, 1, 2, 3, 4)
			if !bytes.Equal(g.Records(session), original) {
				t.Error("the source was touched")
			}
		})
	}
}

// TestBothAreKeptWhenBothGoOn goes on in the mirror while the run works.
func TestBothAreKeptWhenBothGoOn(t *testing.T) {
	t.Parallel()
	for _, c := range []pair{{"claude", "codex"}, {"opencode", "codex"}} {
		t.Run(c.home, func(t *testing.T) {
			runtest.Proves(t, c.home)
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session())
			syncs(t, g, session.Ref(), c.away, "--sync", 1)
			theirs := onlyMirror(t, g)
			result := worksMeanwhile(t, g, c.away, 2, func() { goesOnThere(t, g, theirs, harness.Of(c.home).Story.Said, 1, 3) })
			if !strings.Contains(result.Stderr, theirs.Ref()+" have both continued") ||
				!strings.Contains(result.Stderr, "stead fork merge "+theirs.Ref()+" --into run:") {
				t.Errorf("nothing is said of the branches:\n%s", result.Stderr)
			}
			all := mirrorsOf(t, runtest.OnlyRecord(t, g))
			if len(all) != 2 || all[0].ID != theirs.ID || all[0].Parted == 0 {
				t.Fatalf("the mirrors are %+v", all)
			}
			for number := 1; number <= 3; number++ {
				if count := inJournal(t, g, hopDone(number)); count != 1 {
					t.Errorf("turn %d is %d times in the run's timeline", number, count)
				}
			}
			goesOnThere(t, g, placeOf(all[1]), harness.Of(c.home).Story.Said, 1, 2, 4)
			goesOnThere(t, g, theirs, harness.Of(c.home).Story.Said, 1, 3, 5)
			runtest.Continues(t, g, theirs.Ref(), c.away, 6)
			runtest.HoldsHops(t, runtest.LastTurn(g, c.away), nil, 1, 3, 5, 6)
			g.Provider.Add(runtest.Hop(c.away, 7)...)
			merge := g.Stead("fork", "merge", theirs.Ref(), "--into", "run:"+runtest.Records(t, g)[0].Run, "--to", c.away,
				"-p", runtest.HopPrompt(7))
			runtest.Exits(t, merge, 0)
			runtest.HoldsHops(t, runtest.LastTurn(g, c.away), nil, 1, 2, 3, 5, 7)
		})
	}
}

// worksMeanwhile goes on with the only run headless, and does something while its model answers.
func worksMeanwhile(t *testing.T, g *harness.Environment, cli string, number int, do func()) harness.Result {
	t.Helper()
	hold, steps := provider.NewHold(), runtest.Hop(cli, number)
	steps[1].Reply.Hold = hold
	g.Provider.Add(steps...)
	working := g.Start(g.SteadPath(), "run", "--resume", "latest", "-p", runtest.HopPrompt(number), "--json")
	runtest.Reached(t, g, hold)
	do()
	hold.Release()
	result := g.Wait(working)
	runtest.Exits(t, result, 0)
	return result
}

// TestWhatWasSaidInTheMirrorComesFirst goes on in the mirror between two parts of a headless run.
func TestWhatWasSaidInTheMirrorComesFirst(t *testing.T) {
	t.Parallel()
	for _, c := range pairs() {
		t.Run(c.home+" to "+c.away, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session())
			syncs(t, g, session.Ref(), c.away, "--sync", 1)
			mirror := onlyMirror(t, g)
			goesOnThere(t, g, mirror, harness.Of(c.home).Story.Said, 1, 2)
			if said := resumes(t, g, c.away, 3); !strings.Contains(said, mirror.Ref()+" was continued") {
				t.Errorf("nothing is said of what came from the mirror:\n%s", said)
			}
			runtest.HoldsHops(t, undoubled(c.away, runtest.LastTurn(g, c.away)), harness.Of(c.home).Story.Said, 1, 2, 3)
			if onlyMirror(t, g) != mirror {
				t.Error("the run has another mirror now")
			}
			goesOnThere(t, g, mirror, harness.Of(c.home).Story.Said, 1, 2, 3, 4)
		})
	}
}

// TestSourceItselfCanBeTheMirror adds the turns to the source, and takes what the user says in it.
func TestSourceItselfCanBeTheMirror(t *testing.T) {
	t.Parallel()
	for _, c := range []pair{{"claude", "codex"}, {"codex", "claude"}, {"opencode", "codex"}, {"gemini", "codex"},
		{"kimi", "codex"}} {
		t.Run(c.home, func(t *testing.T) {
			runtest.Proves(t, c.home)
			t.Parallel()
			g := harness.New(t)
			session := g.Place(c.home, c.session())
			longAgo(t, session.Path)
			original := g.Records(session)
			syncs(t, g, session.Ref(), c.away, "--sync=source", 1)
			resumes(t, g, c.away, 2)
			if mirror := onlyMirror(t, g); mirror.ID != session.ID {
				t.Fatalf("the mirror is %s, want the source", mirror.ID)
			}
			if now := g.Records(session); !bytes.HasPrefix(now, original) || len(now) == len(original) {
				t.Error("the source does not begin with what it was")
			}
			goesOnThere(t, g, session, harness.Of(c.home).Story.Said, 1, 2, 3)
			after := g.Records(session)
			resumes(t, g, c.away, 4)
			runtest.HoldsHops(t, runtest.LastTurn(g, c.away), harness.Of(c.home).Story.Said, 1, 2, 3, 4)
			keepsLines(t, after, g.Records(session))
			if mirror := onlyMirror(t, g); mirror.ID != session.ID {
				t.Fatalf("the mirror is %s, want the source", mirror.ID)
			}
			goesOnThere(t, g, session, harness.Of(c.home).Story.Said, 1, 2, 3, 4, 5)
		})
	}
}

// TestMirrorHoldsAllCLIsOfARun has a limit move the run to another CLI.
func TestMirrorHoldsAllCLIsOfARun(t *testing.T) {
	t.Parallel()
	g := harness.New(t, runtest.StopsAt("claude", 1, provider.UsageLimit)...)
	g.Provider.Add(runtest.Hop("pi", 2)...)
	session := g.Place("codex", "7b03")
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "claude", "--failover", "pi", "--sync", "-p",
		runtest.HopPrompt(1), "--json"), 0)
	mirror := onlyMirror(t, g)
	g.Provider.Add(runtest.Hop("codex", 3)...)
	g.Resume(mirror, runtest.HopPrompt(3))
	got := runtest.LastTurn(g, "codex")
	runtest.InOrder(t, got, append(harness.Of("codex").Story.Said, runtest.HopPrompt(1), "Hop 1 looks.", "Hop 2 looks.",
		"Hop 2 is done.", runtest.HopPrompt(3)))
	for _, ran := range []string{"ran-1", "ran-2"} {
		if calls, results := runtest.LinesWith(got, " call ", ran), runtest.LinesWith(got, " result ", ran); calls != 1 ||
			results != 1 {
			t.Errorf("%s has %d calls and %d results in\n%s", ran, calls, results, got)
		}
	}
}

// TestKilledSteadLeavesAWholeMirror kills stead and the CLI in the middle of the second turn, and then resumes the run.
func TestKilledSteadLeavesAWholeMirror(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "tools")
	syncs(t, g, session.Ref(), "codex", "--sync", 1)
	hold := provider.NewHold()
	g.Provider.Add(runtest.Hop("codex", 2)[0], provider.Step{Reply: provider.Reply{Text: "Never said.", Hold: hold}})
	working := g.Start(g.SteadPath(), "run", "--resume", "latest", "-p", runtest.HopPrompt(2), "--json")
	runtest.Reached(t, g, hold)
	looksThere(t, g, onlyMirror(t, g), harness.Of("claude").Story.Said, 1, 9)
	run := runtest.OnlyRecord(t, g)
	for _, pid := range []int{run.Supervisor.PID, run.Child.PID} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	hold.Release()
	g.Wait(working)
	runtest.AwaitsEnd(t, g, run)
	g.Provider.Add(runtest.Hop("codex", 3)...)
	runtest.Exits(t, g.Stead("run", "--resume", "latest", "-p", runtest.HopPrompt(3), "--json"), 0)
	g.Provider.Add(runtest.Hop("claude", 4)...)
	g.Resume(onlyMirror(t, g), runtest.HopPrompt(4))
	got := runtest.LastTurn(g, "claude")
	runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 is done.", runtest.HopPrompt(2), "Hop 2 looks.",
		runtest.HopPrompt(3), "Hop 3 is done.", runtest.HopPrompt(4)})
}

// TestKilledRunLeavesWholeMirrors kills stead at random moments, again and again in the same run. After each there is
// no mirror that is not whole, and in the end one that has all that the run has.
func TestKilledRunLeavesWholeMirrors(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 20261121))
	g := harness.New(t, runtest.WorksWithTools("codex")...)
	session := g.Place("claude", "text")
	start := []string{"run", "--from", session.Ref(), "--to", "codex", "--sync", "-p", runtest.Prompt, "--json"}
	for range runtest.Kills(t) {
		process := g.Start(g.SteadPath(), start...)
		time.Sleep(time.Duration(random.Int64N(int64(4 * time.Second)))) // the random moment
		_ = process.Signal(syscall.SIGKILL)
		g.Wait(process)
		if all := runtest.Records(t, g); len(all) > 0 && all[len(all)-1].To.ID != "" {
			runtest.AwaitsEnd(t, g, all[len(all)-1])
			start = []string{"run", "--resume", all[len(all)-1].Run, "--sync", "--json"}
		}
		areWhole(t, g)
	}
	runtest.Exits(t, g.Stead(start...), 0)
	areWhole(t, g)
	all := runtest.Records(t, g)
	last := all[len(all)-1]
	kept := mirrorsOf(t, last)
	if len(kept) == 0 {
		t.Fatal("there is no mirror")
	}
	journal, mirror := spoken(t, "universal", filepath.Join(last.Folder, "timeline.jsonl")), spoken(t, "claude",
		kept[len(kept)-1].Path)
	if journal != mirror {
		t.Errorf("the run has\n%s\nand its mirror\n%s", journal, mirror)
	}
}

// areWhole fails the test when a line of a session of Claude Code is cut.
func areWhole(t *testing.T, g *harness.Environment) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(g.Dir, ".claude", "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no session of Claude Code: %v", err)
	}
	for _, path := range files {
		for line := range bytes.Lines(g.Read(path)) {
			if !json.Valid(line) || !bytes.HasSuffix(line, []byte("\n")) {
				t.Errorf("%s has the line\n%s", path, line)
			}
		}
	}
}

// isFiller tells what the API demands after a call that was broken off: a result, which nobody has given.
func isFiller(e *timeline.Entry) bool {
	return e.Type == timeline.ToolResult && !strings.Contains(e.Output.String(), "ran-")
}

// spoken lists what the user and the model have said, and what the tools have.
func spoken(t *testing.T, cli, path string) string {
	t.Helper()
	reader, err := catalog.New(catalog.Options{Readers: adapters.Readers()}).Reader(cli)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := reader.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		text := strings.TrimSpace(e.Content.String() + e.Output.String())
		if e.Active() && e.Type != timeline.System && (text != "" || e.Type == timeline.ToolCall) && !isFiller(e) {
			fmt.Fprintf(&list, "%s %s\n", e.Type, text)
		}
	}
	return list.String()
}

func longAgo(t *testing.T, path string) {
	t.Helper()
	at := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// TestOpenSourceIsNotTheMirror has the source open in its CLI.
func TestOpenSourceIsNotTheMirror(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It is said in the open session."))...)
	session := g.Place("claude", "tools")
	x := runtest.ShellOn(t, g, ptyx.Size{Rows: 40, Columns: 100}, "claude", "--resume", session.ID)
	x.SeesReady("claude")
	x.Submits("Say something new.")
	x.Sees("It is said in the open session.")
	runtest.Eventually(t, "the turn is in the file", func() bool {
		return strings.Contains(string(g.Read(session.Path)), `"turn_duration"`)
	})
	g.Provider.Add(runtest.Hop("codex", 1)...)
	result := g.Stead("run", "--from", session.Ref(), "--to", "codex", "--sync=source", "-p", runtest.HopPrompt(1))
	runtest.Exits(t, result, 0, session.Ref()+" is left as it is", "it is open in Claude Code")
	if strings.Contains(string(g.Read(session.Path)), runtest.HopPrompt(1)) || onlyMirror(t, g).ID == session.ID {
		t.Error("the open source was written into")
	}
	x.Quits("claude")
	x.Ends()
}
