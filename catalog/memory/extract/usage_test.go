package extract_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/catalog/memory"
	"stead/internal/testkit/fixtures"
	"stead/readers/codex"
	"stead/timeline"
)

// Codex counts tokens in records that show nothing, and a fork by reference begins with its parent's: each is an event
// of one session, and of one alone.
func TestTokensOfHiddenRecordsAreEvents(t *testing.T) {
	p := newPlace(t)
	root := filepath.Join(p.Host.Home, ".codex")
	want := map[string]timeline.Usage{}
	var places []adapter.Location
	for _, fixture := range fixtures.Match(t, "codex/*.jsonl") {
		at := filepath.Join(root, "sessions/2026/11/20", filepath.Base(fixture))
		fixtures.Copy(t, fixture, at)
		places = append(places, adapter.Location{Path: at})
	}
	for _, at := range places {
		s, err := codex.Reader{}.Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range s.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if e.Usage != nil && e.Native.Session == "" {
				want[s.Header.ID] = e.Usage.Add(want[s.Header.ID])
			}
		}
	}
	p.run()
	_, events := p.files()
	got, isSilent := map[string]timeline.Usage{}, true
	for _, e := range decode[memory.Event](t, events) {
		if e.Usage != nil {
			got[e.Session] = e.Usage.Add(got[e.Session])
			isSilent = isSilent && e.Hash == ""
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 || !isSilent {
		t.Errorf("of the streams and of the events (-want +got):\n%s", diff)
	}
}
