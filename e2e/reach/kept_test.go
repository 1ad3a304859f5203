package reach_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/roster"
	"stead/reach/seal"
)

// reader reads at the hub what a machine may read there.
type reader struct {
	t    *testing.T
	conn *nats.Conn
	js   jetstream.JetStream
	keys *seal.Keyring
	// known are the machines that have joined.
	known *roster.Roster
}

// reads has the test read at the hub as a machine that has joined.
func reads(t *testing.T, g *harness.Environment) *reader {
	t.Helper()
	data := filepath.Dir(runtest.RunsFolder(g))
	m, err := member.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := link.Dial(m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	known, err := roster.Follow(t.Context(), js, m.Signer())
	if err != nil {
		t.Fatal(err)
	}
	return &reader{t: t, conn: conn, js: js, known: known, keys: seal.NewKeyring(js, m, known.All, data)}
}

// has returns what the hub has of a run's journal, whatever machine that is on, or why that cannot be told now.
func (r *reader) has(run string) (text string, err error) {
	r.t.Helper()
	file, failed := os.CreateTemp(r.t.TempDir(), "")
	if failed != nil {
		r.t.Fatal(failed)
	}
	defer file.Close()
	for _, of := range r.known.All() {
		failed := (replica.Source{Conn: r.conn, Keys: r.keys, Of: of, Run: run}).Copy(r.t.Context(), file)
		if failed == nil {
			return read(r.t, file.Name()), nil
		}
		err = errors.Join(err, fmt.Errorf("of %s: %w", of.Name, failed))
	}
	return "", err
}

// agrees waits until the hub has a run's journal as the machine has it.
func (r *reader) agrees(what string, record runtest.Record) {
	r.t.Helper()
	var text string
	var err error
	defer func() {
		if r.t.Failed() {
			r.t.Logf("the hub has %d bytes: %v", len(text), err)
		}
	}()
	runtest.Eventually(r.t, what, func() bool {
		text, err = r.has(record.Run)
		return err == nil && text == record.RawJournal(r.t)
	})
}

// leader is the server of the cluster that leads the journals.
func (r *reader) leader() string {
	r.t.Helper()
	s, err := r.js.Stream(r.t.Context(), layout.Runs)
	if err != nil {
		r.t.Fatal(err)
	}
	return s.CachedInfo().Cluster.Leader
}
