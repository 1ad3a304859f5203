package adaptertest

import (
	"context"
	"testing"

	"stead/adapters/adapter"
	universalreader "stead/readers/universal"
	universalwriter "stead/writers/universal"
)

// checkUniversal takes every fixture into the universal format, in both encodings, and back.
func checkUniversal(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		for _, w := range []universalwriter.Writer{{}, {Lines: true}} {
			stream := a.open(t, s)
			name := s.fixture + " as document"
			if w.Lines {
				name = s.fixture + " as lines"
			}
			plan, err := w.Plan(adapter.Store{Root: t.TempDir()}, stream, options(""))
			if err != nil {
				t.Fatalf("%s: plan: %v", name, err)
			}
			receipt, err := w.Write(context.Background(), plan)
			if err != nil {
				t.Fatalf("%s: write: %v", name, err)
			}
			back, err := universalreader.Reader{}.Open(context.Background(), adapter.Location{Path: receipt.Path})
			if err != nil {
				t.Fatalf("%s: open: %v", name, err)
			}
			compareRecords(t, a, s, name, collect(t, name, back))
			_, store := a.newStore(t)
			restored := a.write(t, name, store, back, options(stream.Header.ID))
			a.compareRestored(t, name, s.location, restored)
		}
	})
}
