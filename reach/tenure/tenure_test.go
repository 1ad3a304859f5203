package tenure_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/lease"
	"stead/reach/member"
	"stead/reach/tenure"
	"stead/runs"
)

func TestMain(m *testing.M) {
	if text := os.Getenv(ownerVariable); text != "" {
		ownForever(text)
	}
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

// long is a lease that does not end in a test, short one that ends soon when nobody renews it.
const (
	long  = time.Hour
	short = 5 * time.Second
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(60 * time.Second); !is(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("it never comes to this: %s", what)
		}
	}
}

// machine is one that keeps the leases of its runs. Those whose prompt says so have come from another machine.
type machine struct {
	tenure.Machine
	t *testing.T
}

func access(hub *hubtest.Server, js jetstream.JetStream, name string, ttl time.Duration) tenure.Access {
	return tenure.Access{JS: js, Self: hub.Machine(name), Trust: hub.Trust, TTL: ttl}
}

func newMachine(t *testing.T, hub *hubtest.Server, js jetstream.JetStream, name string, ttl time.Duration) *machine {
	return &machine{tenure.Machine{
		Access: access(hub, js, name, ttl), Runs: runs.Open(t.TempDir()), Sent: isSent,
		Failed: func(err error) { t.Log(name, err) },
	}, t}
}

// serve has the machine keep its leases until the test ends, or until stop is called.
func (m *machine) serve() (stop func()) {
	ctx, cancel := context.WithCancel(m.t.Context())
	var done sync.WaitGroup
	done.Go(func() { m.Serve(ctx) })
	stop = func() { cancel(); done.Wait() }
	m.t.Cleanup(stop)
	return stop
}

// begin makes a run that is at work.
func (m *machine) begin(prompt string) (id string) {
	m.t.Helper()
	id, err := m.Runs.Create(time.Now())
	must(m.t, err)
	must(m.t, m.Runs.Save(runs.Run{ID: id, Prompt: prompt, Status: runs.Running, Supervisor: runs.Self()}))
	return id
}

// end ends a run.
func (m *machine) end(id string, s runs.Status) {
	m.t.Helper()
	r, err := m.Runs.Load(id)
	must(m.t, err)
	r.Status = s
	must(m.t, m.Runs.Save(r))
}

// supervise ends a run with its lease, as its supervisor does.
func (m *machine) supervise(id string) {
	var watching sync.WaitGroup
	watching.Go(func() {
		for m.t.Context().Err() == nil && !m.lease(id).HasEnded() {
			time.Sleep(time.Millisecond)
		}
		m.end(id, runs.Interrupted)
	})
	m.t.Cleanup(watching.Wait)
}

// lease is what the run's supervisor knows.
func (m *machine) lease(id string) runs.Lease {
	l, _, err := m.Runs.Lease(id)
	if err != nil {
		m.t.Error(err)
	}
	return l
}

func holder(t *testing.T, js jetstream.JetStream, run string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	name, err := lease.Holder(ctx, js, layout.RunLease(hubtest.User, run))
	must(t, err)
	return name
}

func nobodyWaits(t *testing.T) func(string, time.Time) {
	return func(machine string, _ time.Time) { t.Errorf("it waits for %s", machine) }
}

func TestRunThatCameHasALeaseWhileItIsAtWork(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js := hub.Connect("desk")
	desk := newMachine(t, hub, js, "desk", long)
	own, sent := desk.begin("own"), desk.begin("sent")
	desk.serve()
	until(t, "its supervisor knows the lease", func() bool { return desk.lease(sent).Until > 0 })
	if holder(t, js, sent) != "desk" || desk.lease(sent).HasEnded() {
		t.Errorf("%q holds it, %+v", holder(t, js, sent), desk.lease(sent))
	}
	must(t, desk.Runs.ForgetLease(sent)) // as a run does that is resumed
	until(t, "it is told again", func() bool { return desk.lease(sent).Until > 0 })
	desk.end(sent, runs.Completed)
	until(t, "the lease is given back", func() bool {
		return holder(t, js, sent) == "" &&
			desk.lease(sent) == runs.Lease{}
	})
	if _, leased, err := desk.Runs.Lease(own); leased || err != nil || holder(t, js, own) != "" {
		t.Errorf("a run that began here has a lease, %v", err)
	}
	laptop := access(hub, hub.Connect("laptop"), "laptop", long)
	if err := laptop.TakeOver(t.Context(), own, nobodyWaits(t)); !errors.Is(err, tenure.ErrFree) {
		t.Errorf("it is taken over with %v", err)
	}
}

// TestNodeThatBeginsAgainGoesOnWithItsLeases has a node end and begin again: nobody waits for the end of what it held.
func TestNodeThatBeginsAgainGoesOnWithItsLeases(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js := hub.Connect("desk")
	desk := newMachine(t, hub, js, "desk", long)
	run := desk.begin("sent")
	stop := desk.serve()
	until(t, "its supervisor knows the lease", func() bool { return desk.lease(run).Until > 0 })
	stop()
	before := desk.lease(run)
	if before.HasEnded() || holder(t, js, run) != "desk" {
		t.Fatalf("the node took the run with it: %+v, %q", before, holder(t, js, run))
	}
	desk.serve()
	until(t, "it is renewed", func() bool { return desk.lease(run).Until > before.Until })
}

// TestRunOfAMachineThatIsCutOffEndsBeforeAnotherGoesOn cuts the desk off. When the laptop gets the run, the desk's
// supervisor knows long since that its lease has ended; when the desk is back, it learns who has the run.
func TestRunOfAMachineThatIsCutOffEndsBeforeAnotherGoesOn(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, endsBeforeAnotherGoesOn)
}

func endsBeforeAnotherGoesOn(t *testing.T) {
	hub := hubtest.Serve(t)
	wire := hubtest.NewProxy(t, hub.Address())
	desk := newMachine(t, hub, hub.ConnectAt(wire.Address(), "desk"), "desk", short)
	run := desk.begin("sent")
	desk.serve()
	until(t, "its supervisor knows the lease", func() bool { return desk.lease(run).Until > 0 })
	desk.supervise(run)
	wire.Block()
	waited := ""
	laptop := access(hub, hub.Connect("laptop"), "laptop", long)
	must(t, laptop.TakeOver(t.Context(), run, func(machine string, end time.Time) {
		if waited += machine; end.IsZero() {
			t.Error("nobody says until when")
		}
	}))
	if r, err := desk.Runs.Load(run); err != nil || r.Status != runs.Interrupted {
		t.Errorf("the desk still works at it: %s, %v", r.Status, err)
	}
	if waited != "desk" {
		t.Errorf("it has waited for %q", waited)
	}
	wire.Open()
	until(t, "the desk's record says it", func() bool {
		r, err := desk.Runs.Load(run)
		return err == nil && r.Elsewhere == "laptop" && strings.Contains(r.Reason, "laptop has taken the run over")
	})
	until(t, "it has no lease", func() bool { return desk.lease(run) == runs.Lease{} })
	must(t, laptop.TakeOver(t.Context(), run, nobodyWaits(t))) // its own now
	r, err := desk.Runs.Load(run)
	must(t, err)
	r.Status = runs.Running // somebody resumes it there
	must(t, desk.Runs.Save(r))
	until(t, "its supervisor is told", func() bool { return desk.lease(run).Elsewhere == "laptop" })
}

// TestOneOfTwoMachinesTakesARunOver has two machines claim a run in the same moment, at least ten times.
func TestOneOfTwoMachinesTakesARunOver(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js := hub.Connect("desk")
	names := []string{"laptop", "tower"}
	takers := []tenure.Access{access(hub, hub.Connect("laptop"), "laptop", long),
		access(hub, hub.Connect("tower"), "tower", long)}
	desk := newMachine(t, hub, js, "desk", long)
	stop := desk.serve()
	for range max(10, hubtest.Rounds(t)) {
		run := desk.begin("sent")
		until(t, "the desk has it", func() bool { return desk.lease(run).Until > 0 })
		desk.end(run, runs.Completed)
		until(t, "the desk has given it back", func() bool { return holder(t, js, run) == "" })
		errs := make([]error, len(takers))
		var trying sync.WaitGroup
		for i, a := range takers {
			trying.Go(func() { errs[i] = a.TakeOver(t.Context(), run, func(string, time.Time) {}) })
		}
		trying.Wait()
		winner := 0
		if errs[0] != nil {
			winner = 1
		}
		taken := (*tenure.TakenError)(nil)
		if errs[winner] != nil || !errors.As(errs[1-winner], &taken) || taken.Machine != names[winner] {
			t.Fatalf("laptop: %v, tower: %v", errs[0], errs[1])
		}
		if err := takers[1-winner].TakeOver(t.Context(), run, nobodyWaits(t)); !errors.As(err, &taken) ||
			taken.Machine != names[winner] {
			t.Fatalf("later it is told %v", err)
		}
	}
	stop()
}

func TestRunThatIsWorkedAtIsNotTakenOver(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	desk := newMachine(t, hub, hub.Connect("desk"), "desk", 15*time.Second)
	run := desk.begin("sent")
	desk.serve()
	until(t, "its supervisor knows the lease", func() bool { return desk.lease(run).Until > 0 })
	works := (*tenure.WorksError)(nil)
	if err := access(hub, hub.Connect("laptop"), "laptop", long).TakeOver(t.Context(), run,
		func(string, time.Time) {}); !errors.As(err, &works) || works.Machine != "desk" {
		t.Errorf("it is taken over with %v", err)
	}
	hub.Admit("phone", member.Operator)
	if err := access(hub, hub.Connect("phone"), "phone", long).TakeOver(t.Context(), run,
		nobodyWaits(t)); !errors.Is(err, tenure.ErrNoNode) {
		t.Errorf("a machine that is no node takes it over with %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("Ctrl-C")
	hub.Machine("tower")
	err := access(hub, hub.Connect("tower"), "tower", long).TakeOver(ctx, run, func(string, time.Time) { cancel(gone) })
	if !errors.Is(err, gone) {
		t.Errorf("the wait ends with %v", err)
	}
}
