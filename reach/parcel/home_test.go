package parcel_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/writertest"
	"stead/reach/parcel"
	"stead/runs"
	"stead/timeline"
)

// TestNativeSessionComesHome has a CLI's session on one machine come into the CLI's store on another, as `stead fetch`
// does it: by the same delivery as any session, under its own id. What it gains there later is added when it comes
// again.
func TestNativeSessionComesHome(t *testing.T) {
	a := adapters.Named("claude")
	there, home := t.TempDir(), t.TempDir()
	at := filepath.Join(there, "session.jsonl")
	whole := fixtures.Read(t, "claude/text.jsonl")
	fixtures.Put(t, at, whole)
	stream := open(t, a, adapter.Location{Path: at})
	p := unpack(t, bytes.NewReader(pack(t, parcel.Load{Session: &stream})))
	if want := (runs.Session{CLI: "claude", ID: stream.Header.ID}).Reference(); p.Manifest.Session != want {
		t.Errorf("it is %s, want %s", p.Manifest.Session, want)
	}
	arrived, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := policy.Select(t.Context(), arrived, a.Driver.Info(),
		policy.Policies{Vendor: func(string) string { return a.Driver.Info().Vendor }})
	if err != nil {
		t.Fatal(err)
	}
	o := writertest.Options()
	o.ID = arrived.Header.ID
	target := injection.Target{Reader: a.Reader, Writer: a.Writer, Store: adapter.Store{CLI: "claude", Root: home}}
	receipt, err := target.Deliver(t.Context(), chosen, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, receipt.Path); !bytes.Equal(got, whole) {
		t.Error("another file comes home")
	}
	if len(receipt.Losses) > 0 || filepath.Base(receipt.Path) != stream.Header.ID+".jsonl" {
		t.Errorf("it is %s, and lost is %v", receipt.Path, receipt.Losses)
	}
}

// TestRedactedSessionIsCut has an entry left out before the session leaves: no writer may take its records for the
// whole.
func TestRedactedSessionIsCut(t *testing.T) {
	s := long(t, 3).Filter(func(e *timeline.Entry) (*timeline.Entry, bool) { return e, e.ID != "1" })
	p := unpack(t, bytes.NewReader(pack(t, parcel.Load{Session: &s})))
	back, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !back.Cut {
		t.Error("it is taken for the whole")
	}
	n := 0
	for _, err := range back.Entries {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d entries come", n)
	}
}
