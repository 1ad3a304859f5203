package reach_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/lease"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/runs"
)

// lent is a desk on which the laptop has begun a run with a short lease.
type lent struct {
	place        *place
	desk, laptop *harness.Environment
	// node is the desk's, wire what lies between it and the hub.
	node *harness.Process
	wire *hubtest.Proxy
	run  string
	data string // the desk's folder for data
	name string // the desk's at the hub
}

// lend begins a run on the desk from the laptop, with the real Codex, and waits until the hub has what it does first.
func lend(t *testing.T, settings map[string]string, second provider.Reply, there []provider.Step) lent {
	hub := openHub(t)
	l := lent{place: hub, name: "desk", desk: hub.machine("desk"), laptop: hub.machine("laptop", there...)}
	l.desk.Provider.Add(provider.Steps(provider.Reply{Calls: []provider.ToolCall{
		harness.Of("codex").Tools.Run("echo begun")}}, second)...)
	l.data = filepath.Dir(runtest.RunsFolder(l.desk))
	for key, value := range settings {
		runtest.Exits(t, l.desk.Stead("config", "set", key, value), 0)
	}
	self, err := member.Load(l.data)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(self.URL)
	if err != nil {
		t.Fatal(err)
	}
	l.wire = hubtest.NewProxy(t, at.Host)
	if self.URL = "tls://" + l.wire.Address(); self.Save(l.data) != nil {
		t.Fatal("the desk's membership cannot be written")
	}
	l.node, _ = hub.serve(l.desk, "desk")
	session := l.laptop.Place("claude", "text")
	runtest.Repository(t, l.laptop)
	sees(t, l.laptop, "desk")
	begun := l.laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p", "Work.", "--allow",
		"all", "-d")
	runtest.Exits(t, begun, 0)
	l.run = strings.TrimPrefix(strings.TrimSpace(begun.Stdout), "desk/")
	runtest.Eventually(t, "its supervisor knows its lease", func() bool {
		now, leased, _ := runs.Open(l.data).Lease(l.run)
		return leased && !now.HasEnded()
	})
	// its supervisor writes the first one itself
	runtest.Eventually(t, "the hub knows its lease", func() bool { return l.holder(t) == "desk" })
	runtest.Eventually(t, "the hub has it", func() bool { return strings.Contains(l.atHub(t), "echo begun") })
	return l
}

// holder is who holds the run's lease, as the hub knows it.
func (l lent) holder(t *testing.T) string {
	t.Helper()
	h, data := l.hub(t)
	defer h.Close()
	access, err := h.Queue(data)
	if err != nil {
		t.Fatal(err)
	}
	who, err := lease.Holder(l.laptop.Context(), access.JS, layout.RunLease(access.Self.User, l.run))
	if err != nil {
		return "" // nobody yet
	}
	return who
}

// hub is the laptop's connection, and its folder for data.
func (l lent) hub(t *testing.T) (h *remote.Hub, data string) {
	t.Helper()
	data = filepath.Dir(runtest.RunsFolder(l.laptop))
	self, err := member.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	if h, err = remote.Connect(l.laptop.Context(), self); err != nil {
		t.Fatal(err)
	}
	return h, data
}

// isPresent reports whether the desk has told the hub that it is there.
func (l lent) isPresent(t *testing.T) bool {
	t.Helper()
	h, _ := l.hub(t)
	defer h.Close()
	all, err := h.Present(l.laptop.Context())
	return err == nil && slices.ContainsFunc(all, func(p lease.Presence) bool { return p.Name == "desk" && p.Here })
}

// atHub is the run's journal as the hub has it.
func (l lent) atHub(t *testing.T) string {
	t.Helper()
	h, data := l.hub(t)
	defer h.Close()
	file, err := os.CreateTemp(t.TempDir(), "journal")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	desk, joined := h.Named(l.name)
	journals, err := h.Journals(data)
	if err != nil || !joined || journals.Copy(l.laptop.Context(), desk, l.run, file) != nil {
		return "" // it is not there yet
	}
	return read(t, file.Name())
}

// record is the run's on the desk.
func (l lent) record(t *testing.T) runs.Run {
	t.Helper()
	r, err := runs.Open(l.data).Load(l.run)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// works reports whether anything of the run is at work on the desk.
func (l lent) works() bool {
	r, err := runs.Open(l.data).Load(l.run)
	return err != nil || r.Supervisor.Alive() && r.Status == runs.Running || r.Child.Alive()
}

// goesOn has the laptop go on with the run.
func (l lent) goesOn(t *testing.T) {
	t.Helper()
	goes := l.laptop.Stead("run", "--from", "desk/run:"+l.run, "--to", "claude", "-p", "Go on.", "--cwd", l.laptop.Work)
	runtest.Exits(t, goes, 0, "desk may still work at it until", "as far as it came to the hub")
	if !strings.Contains(goes.Stdout, "I go on here.") {
		t.Errorf("it says %s", goes.Stdout)
	}
	text := runtest.Conversation(l.laptop, "claude", l.laptop.Turns()[0])
	for _, want := range []string{"What is in this project?", "Work.", "echo begun", "Go on."} {
		if strings.Count(text, want) != 1 {
			t.Errorf("the model was told %q %d times:\n%s", want, strings.Count(text, want), text)
		}
	}
}

// isWholeAtHub waits until the hub has all of the desk's line, and looks that the prompt stands there once.
func (l lent) isWholeAtHub(t *testing.T) {
	t.Helper()
	runtest.Eventually(t, "the hub has all of the desk's journal",
		func() bool { return l.atHub(t) == read(t, runs.Open(l.data).Journal(l.run)) })
	if count := promptsIn(t, l.record(t).To.Path, "Work."); count != 1 {
		t.Errorf("the prompt stands %d times in the session of Codex", count)
	}
}

// TestRunOfAMachineThatIsCutOffEndsBeforeAnotherGoesOn cuts the desk off while the real Codex works there. The real
// Claude Code on the laptop is not asked before that has ended.
func TestRunOfAMachineThatIsCutOffEndsBeforeAnotherGoesOn(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	var begun atomic.Pointer[lent]
	var both atomic.Bool
	there := []provider.Step{{Reply: provider.Say("I go on here."), When: func(provider.Request) bool {
		if begun.Load().works() {
			both.Store(true)
		}
		return true
	}}}
	l := lend(t, map[string]string{"reach.lease": "30s"}, provider.Reply{Text: "Never.", Hold: hold}, there)
	begun.Store(&l)
	runtest.Reached(t, l.desk, hold)
	l.wire.Block()
	l.goesOn(t)
	if both.Load() {
		t.Error("both machines worked at the run")
	}
	if r := l.record(t); r.Status != runs.Interrupted || !strings.Contains(r.Reason, "could not renew") {
		t.Errorf("on the desk the run is %s: %s", r.Status, r.Reason)
	}
	if journal := read(t, runs.Open(l.data).Journal(l.run)); !strings.Contains(journal,
		"could not renew the run's lease") {
		t.Errorf("the journal does not say why it has ended:\n%s", journal)
	}
	l.wire.Open()
	runtest.Eventually(t, "the desk says who goes on", func() bool {
		return strings.Contains(l.desk.Stead("ps", "--all", "--on", "here").Stdout, "laptop has taken the run over")
	})
	l.isWholeAtHub(t)
	runtest.Exits(t, l.desk.Stead("run", "--resume", l.run, "-p", "More."), 1, "laptop has taken the run over")
}

// TestRunGoesOnWithoutItsLeaseWhereItMay cuts a desk off that goes on with runs. Afterwards there are two lines, and
// neither has lost anything.
func TestRunGoesOnWithoutItsLeaseWhereItMay(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	l := lend(t, map[string]string{"reach.lease": "30s", "reach.offline": "continue"},
		provider.Reply{Text: "I go on there.", Hold: hold}, provider.Steps(provider.Say("I go on here.")))
	runtest.Reached(t, l.desk, hold)
	l.wire.Block()
	l.goesOn(t)
	if !l.works() {
		t.Fatalf("the run on the desk has ended: %+v", l.record(t))
	}
	if shown := l.desk.Stead("ps", "--on", "here").Stdout; !strings.Contains(shown, "works without its lease since") {
		t.Errorf("the desk says\n%s", shown)
	}
	hold.Release()
	runtest.Eventually(t, "it has ended there", func() bool { return l.record(t).Status == runs.Completed })
	l.wire.Open()
	runtest.Eventually(t, "the desk knows who goes on", func() bool { return l.record(t).Elsewhere == "laptop" })
	l.isWholeAtHub(t)
	for said, text := range map[string]string{"I go on there.": l.atHub(t),
		"I go on here.": read(t, runs.Open(filepath.Dir(runtest.RunsFolder(l.laptop))).Journal(
			runtest.OnlyRecord(t, l.laptop).Run))} {
		if !strings.Contains(text, said) || strings.Contains(text, "I go on there.") &&
			strings.Contains(text, "I go on here.") {
			t.Errorf("the line of %q is\n%s", said, text)
		}
	}
}

// TestRunEndsWithItsLeaseWhileItsNodeIsStopped stops the desk's node past the lease, which only the run's supervisor
// notices. Nobody has taken the run over, so it is resumed there.
func TestRunEndsWithItsLeaseWhileItsNodeIsStopped(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	l := lend(t, map[string]string{"reach.lease": "30s"}, provider.Reply{Text: "Never.", Hold: hold}, nil)
	runtest.Reached(t, l.desk, hold)
	runtest.Eventually(t, "the hub knows that the desk is there", func() bool { return l.isPresent(t) })
	if err := l.node.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.node.Signal(syscall.SIGCONT) })
	runtest.Eventually(t, "the run has ended", func() bool { return !l.works() })
	if r := l.record(t); r.Status != runs.Interrupted || !strings.Contains(r.Reason, "stead run --resume "+l.run) {
		t.Errorf("it is %s: %s", r.Status, r.Reason)
	}
	isListedSoon(t, l.laptop)
	if err := l.node.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	runtest.Eventually(t, "the node gives the lease back", func() bool {
		_, leased, err := runs.Open(l.data).Lease(l.run)
		return err == nil && !leased
	})
	l.desk.Provider.Add(provider.Steps(provider.Say("It is done."))...)
	resumed := l.desk.Stead("run", "--resume", l.run, "-p", "Go on.")
	runtest.Exits(t, resumed, 0)
	if !strings.Contains(resumed.Stdout, "It is done.") {
		t.Errorf("it says %s", resumed.Stdout)
	}
	l.isWholeAtHub(t)
}

// isListedSoon checks that a list does not wait two seconds for a node that sleeps, as the hub knows. What else keeps
// it is not the same each time.
func isListedSoon(t *testing.T, laptop *harness.Environment) {
	t.Helper()
	for _, verb := range []string{"list", "machines"} {
		soonest := time.Hour
		for range 3 {
			begun := time.Now()
			runtest.Exits(t, laptop.Stead(verb), 0)
			soonest = min(soonest, time.Since(begun))
		}
		if soonest >= 2*time.Second {
			t.Errorf("stead %s takes %v while the desk sleeps", verb, soonest)
		}
	}
}

// TestRunThatNoNodeTellsOfItsLeaseEnds begins a run on the desk as its node does for another machine, and no node is
// there: as if it had died in that moment. A run that the desk's user begins there goes on.
func TestRunThatNoNodeTellsOfItsLeaseEnds(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	desk := abandoned(t, provider.Steps(provider.Say("First."), provider.Reply{Text: "Never.", Hold: hold}))
	first := runtest.OnlyRecord(t, desk)
	line := []string{desk.SteadPath(), "run", "--from", "universal:" + first.From.Path, "--cwd", first.Dir, "--to",
		"codex", "-p", "Work.", "--allow", "all", "-d"}
	begun := desk.Run("/usr/bin/env", append([]string{"STEAD_ERRAND_OF=laptop"}, line...)...)
	runtest.Exits(t, begun, 0)
	l := lent{desk: desk, run: strings.TrimSpace(begun.Stdout), data: filepath.Dir(runtest.RunsFolder(desk))}
	runtest.Reached(t, desk, hold)
	runtest.Eventually(t, "the run has ended", func() bool { return !l.works() })
	if r := l.record(t); r.Status != runs.Interrupted || !strings.Contains(r.Reason, "stead run --resume "+l.run) {
		t.Errorf("it is %s: %s", r.Status, r.Reason)
	}
	hold.Release()
	desk.Provider.Add(provider.Steps(provider.Say("It is done."), provider.Say("So is this."))...)
	resumed := desk.Stead("run", "--resume", l.run, "-p", "Go on.")
	runtest.Exits(t, resumed, 0)
	if !strings.Contains(resumed.Stdout, "It is done.") {
		t.Errorf("it says %s", resumed.Stdout)
	}
	if count := promptsIn(t, l.record(t).To.Path, "Work."); count != 1 {
		t.Errorf("the prompt stands %d times in the session of Codex", count)
	}
	own := desk.Run(line[0], line[1:]...)
	runtest.Exits(t, own, 0)
	if now, leased, err := runs.Open(l.data).Lease(strings.TrimSpace(own.Stdout)); leased || err != nil {
		t.Errorf("a run that its user has begun has the lease %+v, %v", now, err)
	}
	done(t, desk)
}

// abandoned is a desk on which the laptop has had a run done, and whose node has ended since.
func abandoned(t *testing.T, steps []provider.Step) *harness.Environment {
	t.Helper()
	hub := openHub(t)
	desk := hub.machine("desk", steps...)
	runtest.Exits(t, desk.Stead("config", "set", "reach.lease", "30s"), 0)
	node, _ := hub.serve(desk, "desk")
	laptop := hub.machine("laptop")
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	runtest.Exits(t, laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p", "Begin.",
		"--allow", "all"), 0)
	if err := node.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	runtest.Eventually(t, "its node has ended", func() bool { return !hub.answers("desk") })
	return desk
}
