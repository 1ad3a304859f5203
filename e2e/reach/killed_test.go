package reach_test

import (
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/reach/hubtest"
	"stead/runs"
)

// errand is a desk on which the laptop has runs done, one after the other.
type errand struct {
	hub          *place
	starts       func()
	desk, laptop *harness.Environment
	node, client *harness.Process
	session      harness.Session
}

// newErrand has a hub, a desk with its node, and a laptop with a session in a repository.
func newErrand(t *testing.T) *errand {
	t.Helper()
	e := &errand{hub: newPlace(t)}
	e.starts = e.hub.startsAt(free(t))
	e.starts()
	e.desk, e.laptop = e.hub.machine("desk"), e.hub.machine("laptop")
	e.node, _ = e.hub.serve(e.desk, "desk")
	e.laptop.Patience = longest()
	e.session = e.laptop.Place("claude", "text")
	runtest.Repository(t, e.laptop)
	sees(t, e.laptop, "desk")
	return e
}

// victims are what is killed while the real Codex works on the desk, and comes back where it can.
var victims = map[string]func(t *testing.T, e *errand){
	"hub": func(_ *testing.T, e *errand) {
		e.hub.ends(syscall.SIGKILL)
		e.starts()
	},
	"node": func(t *testing.T, e *errand) {
		kill(t, e.node)
		e.node, _ = e.hub.serve(e.desk, "desk")
	},
	"client": func(t *testing.T, e *errand) { kill(t, e.client) },
}

// kill kills a process and all that is in its group.
func kill(t *testing.T, p *harness.Process) {
	t.Helper()
	if err := p.SignalGroup(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// TestPromptStandsOnceWhateverIsKilled kills the hub, the desk's node, or who has asked for the run, in the middle of a
// turn. The run comes to its end or says that it was ended, and goes on where it stood. Its prompt stands once in
// Codex's own session, and the hub has all of it.
func TestPromptStandsOnceWhateverIsKilled(t *testing.T) {
	t.Parallel()
	for name, kills := range victims {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newErrand(t)
			for round := range hubtest.Rounds(t) { // one after the other: they share the machines
				if !t.Run(strconv.Itoa(round), func(t *testing.T) { e.goesOn(t, kills) }) {
					break
				}
			}
		})
	}
}

func (e *errand) goesOn(t *testing.T, kills func(*testing.T, *errand)) {
	hold, done := provider.NewHold(), provider.Reply{Text: "It is done."}
	begins := provider.Reply{Calls: []provider.ToolCall{harness.Of("codex").Tools.Run("echo begun")}}
	held := done
	held.Hold = hold
	e.desk.Provider.Add(provider.Steps(begins, held)...)
	e.client = e.laptop.Start(e.laptop.SteadPath(), "run", "--from", e.session.Ref(), "--to", "codex", "--on", "desk",
		"-p", "Work.", "--allow", "all")
	runtest.Reached(t, e.desk, hold)
	kills(t, e)
	hold.Release()
	_, _ = e.client.Wait() // it may have been killed
	run := e.last(t).Run
	data := filepath.Dir(runtest.RunsFolder(e.desk))
	l := lent{desk: e.desk, run: run, data: data}
	runtest.Eventually(t, "nothing of the run is at work", func() bool { return !l.works() })
	if r := l.record(t); r.Status != runs.Completed {
		t.Logf("it is %s: %s", r.Status, r.Reason)
		e.desk.Provider.Add(provider.Steps(done)...)
		runtest.Exits(t, e.desk.Stead("run", "--resume", run, "-p", "Go on."), 0)
	}
	if count := promptsIn(t, l.record(t).To.Path, "Work."); count != 1 {
		t.Errorf("the prompt stands %d times in the session of Codex", count)
	}
	reads(t, e.laptop).agrees("the hub has all of it", e.last(t))
}

// last is the record of the newest run on the desk.
func (e *errand) last(t *testing.T) runtest.Record {
	t.Helper()
	all := runtest.Records(t, e.desk)
	if len(all) == 0 {
		t.Fatal("no run has begun on the desk")
	}
	return all[len(all)-1]
}
