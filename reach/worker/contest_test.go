package worker_test

import (
	"testing"

	"stead/reach/hubtest"
	"stead/reach/member"
)

// TestOneOfTwoMachinesDoesAJob offers each of some jobs to two machines at once.
func TestOneOfTwoMachinesDoesAJob(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	laptop, desk, tower := newMachine(t, hub, "laptop", member.Operator), newMachine(t, hub, "desk"), newMachine(t, hub,
		"tower")
	desk.serve()
	tower.serve()
	for done := range hubtest.Rounds(t) {
		laptop.sends()
		until(t, "a machine has it", func() bool { return len(desk.told())+len(tower.told()) > done })
		for _, m := range []*machine{desk, tower} {
			all, err := m.Runs.All()
			must(t, err)
			for _, r := range all {
				m.changes(r.ID, ends)
			}
		}
		until(t, "the job is over", laptop.isEmpty)
		if told := len(desk.told()) + len(tower.told()); told != done+1 {
			t.Fatalf("a job was begun %d times", told-done)
		}
	}
}
