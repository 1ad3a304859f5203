package worker_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/tenure"
	"stead/runs"
)

// briefly is a lease that ends soon when nobody renews it.
const briefly = 5 * time.Second

// tenures are the leases of a machine's runs.
func (m *machine) tenures() tenure.Machine {
	return tenure.Machine{Access: tenure.Access{JS: m.JS, Self: m.Self, Trust: m.Trust, TTL: briefly}, Runs: m.Runs,
		Sent: m.Arrivals.Sent, Failed: func(err error) { m.t.Log(m.Self.Name, err) }}
}

// leases has the machine keep the leases of its runs, and end a run with its lease as a supervisor does, until the test
// is over.
func (m *machine) leases(id string) {
	ctx, cancel := context.WithCancel(m.t.Context())
	var working sync.WaitGroup
	working.Go(func() { m.tenures().Serve(ctx) })
	working.Go(func() {
		beat := time.NewTicker(time.Millisecond)
		defer beat.Stop()
		for ctx.Err() == nil {
			l, leased, err := m.Runs.Lease(id)
			if r, failed := m.Runs.Load(id); err == nil && leased && l.HasEnded() && failed == nil && r.Status == runs.Running {
				m.changes(id, func(r *runs.Run) {
					r.Status, r.Reason, r.Elsewhere = runs.Interrupted, runs.LeaseReason(id, l.Elsewhere), l.Elsewhere
				})
			}
			<-beat.C
		}
	})
	m.t.Cleanup(func() { cancel(); working.Wait() })
}

// loses has the desk do a job, and cuts it off until the job's run has ended with its lease.
func loses(t *testing.T) (laptop, desk, tower *machine, wire *hubtest.Proxy) {
	t.Helper()
	hub := hubtest.Serve(t)
	laptop, tower = newMachine(t, hub, "laptop", member.Operator), newMachine(t, hub, "tower")
	wire = hubtest.NewProxy(t, hub.Address())
	desk = newMachineAt(t, hub, wire.Address(), "desk")
	desk.serve()
	laptop.sends()
	r := desk.run()
	desk.leases(r.ID)
	until(t, "its run has a lease", func() bool { _, leased, err := desk.Runs.Lease(r.ID); return leased && err == nil })
	tower.serve() // it is offered the job, and does not do it
	wire.Block()
	until(t, "its run has ended with the lease", func() bool { return desk.run().EndedWithLease() })
	return laptop, desk, tower, wire
}

// TestJobWhoseRunLostItsLeaseIsResumed has the desk resume it when the hub is back, and not before: another machine
// might have taken it over.
func TestJobWhoseRunLostItsLeaseIsResumed(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		laptop, desk, tower, wire := loses(t)
		if told := desk.told(); len(told) != 1 {
			t.Errorf("while the hub is away its stead is told %q", told)
		}
		wire.Open()
		r := desk.run()
		until(t, "it is resumed", func() bool { return len(desk.told()) == 2 })
		if told := desk.told()[1]; told[len(told)-1] != "--resume="+r.ID {
			t.Errorf("it goes on with %q", told)
		}
		desk.changes(r.ID, ends)
		until(t, "the job is over", laptop.isEmpty)
		if told := tower.told(); len(desk.told()) != 2 || len(told) > 0 {
			t.Errorf("the desk was told %q, the tower %q", desk.told(), told)
		}
	})
}

// TestJobOfANodeThatBeginsAgainIsResumedAfterItsLease ends the desk's node after the run has ended with its lease.
func TestJobOfANodeThatBeginsAgainIsResumedAfterItsLease(t *testing.T) {
	t.Parallel()
	laptop, desk, _, wire := loses(t)
	desk.stop()
	wire.Open()
	desk.serve()
	until(t, "it is resumed", func() bool { return len(desk.told()) == 2 })
	desk.changes(desk.run().ID, ends)
	until(t, "the job is over", laptop.isEmpty)
}

// TestJobWhoseRunWasTakenOverIsOver has the tower's user take the run over while the desk is cut off.
func TestJobWhoseRunWasTakenOverIsOver(t *testing.T) {
	t.Parallel()
	laptop, desk, tower, wire := loses(t)
	must(t, tower.tenures().TakeOver(t.Context(), desk.run().ID, func(string, time.Time) {}))
	wire.Open()
	until(t, "the job is over", laptop.isEmpty)
	if told := desk.told(); len(told) != 1 || desk.run().Elsewhere != "tower" {
		t.Errorf("it was resumed: %q", told)
	}
}
