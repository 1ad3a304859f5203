package replica

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/nats-io/nats.go"

	"stead/reach/member"
	"stead/reach/seal"
	"stead/runs"
)

// Machine is all that a machine has published of its user's runs.
type Machine struct {
	Conn *nats.Conn
	Keys *seal.Keyring
	// Self is the machine.
	Self   member.Member
	Folder runs.Folder
	// Removals are the runs that were removed here, and are to be removed from the hub.
	Removals Removals
	// Branched is told of a run's file with another line of it. May be nil.
	Branched func(run, path string)
}

// Reconcile brings the hub and the journals of all runs together that this machine has published, ended ones too: after
// a reconnect, when the hub may have lost what it had acknowledged. Runs of which busy says so are left out: they have
// a publisher. The error joins those of the runs.
func (m Machine) Reconcile(ctx context.Context, busy func(run string) bool) error {
	failed := errors.Join(m.Remove(ctx, busy), m.Keys.Restore(ctx))
	made, err := m.Keys.Made()
	if err != nil {
		return err
	}
	for id := range runsOf(made) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if busy != nil && busy(id) {
			continue
		}
		if err := m.reconcile(ctx, id); err != nil {
			failed = errors.Join(failed, fmt.Errorf("bring run %s and the hub together: %w", id, err))
		}
	}
	return failed
}

// reconcile brings one run together. What the user has removed here is not brought back.
func (m Machine) reconcile(ctx context.Context, id string) error {
	if _, err := os.Stat(m.Folder.Dir(id)); err != nil {
		return nil //nolint:nilerr // there is nothing to publish
	}
	run, err := m.Folder.Load(id)
	if err != nil {
		return err
	}
	p := New(Options{
		Conn: m.Conn, Keys: m.Keys, Self: m.Self, Run: id, Journal: m.Folder.Journal(id), Alive: run.Alive,
		Branched: func(path string) {
			if m.Branched != nil {
				m.Branched(id, path)
			}
		},
	})
	if err := p.Begin(ctx); err != nil {
		return err
	}
	return p.Sync(ctx)
}

// Published are the runs that the machine with that folder for data has published.
func Published(data string) (map[string]bool, error) {
	made, err := seal.Made(data)
	return runsOf(made), err
}

// runsOf are the runs among what has keys of this machine's. A machine that has joined again has another key, and
// publishes under that one what it published before.
func runsOf(made map[string]uint64) map[string]bool {
	runs := map[string]bool{}
	for name := range made {
		if run, ok := seal.RunOf(name); ok {
			runs[run] = true
		}
	}
	return runs
}
