package orchestrator

import (
	"strings"
	"testing"

	"stead/catalog"
	"stead/inject"
	"stead/orchestrator/delivery"
	"stead/orchestrator/source"
	"stead/readers"
	"stead/readers/claude"
	"stead/readers/universal"
	"stead/runs"
	"stead/timeline"
)

// notes is an observer that keeps what it is told.
type notes struct{ said []string }

func (*notes) Delivered(delivery.Plan) {}
func (*notes) Entry(*timeline.Entry)   {}
func (*notes) Changed(runs.Run)        {}
func (n *notes) Note(text string)      { n.said = append(n.said, text) }
func (n *notes) last() string          { return strings.Join(n.said[max(0, len(n.said)-1):], "") }

func TestRunWithoutAPlaceForAMirrorGoesOn(t *testing.T) {
	all := []readers.Reader{claude.Reader{}, universal.Reader{}}
	o := &Orchestrator{Adapters: []inject.Adapter{{Reader: claude.Reader{}}},
		Catalog: catalog.New(catalog.Options{Readers: all})}
	var seen notes
	m := mirrors{o: o, seen: &seen}
	if kept, _ := m.begin(t.Context(), Request{To: "other", Sync: SyncSession},
		runs.Session{CLI: "universal", ID: "x"}); kept != nil ||
		!strings.Contains(seen.last(), "it could not be continued in universal") {
		t.Errorf("a run of a file has the mirror %v, and the user is told %q", kept, seen.last())
	}
	if kept, _ := m.begin(t.Context(), Request{To: "claude", Sync: SyncSession},
		runs.Session{CLI: "claude", ID: "x"}); kept != nil {
		t.Errorf("a run at home has the mirror %v", kept)
	}
}

func TestParseSync(t *testing.T) {
	for text, want := range map[string]Sync{"": NoSync, "off": NoSync, "session": SyncSession, "source": SyncSource} {
		if got, err := ParseSync(text); got != want || err != nil {
			t.Errorf("%q is %q (%v), want %q", text, got, err, want)
		}
	}
	if _, err := ParseSync("both"); err == nil || !strings.Contains(err.Error(), "use session, source or off") {
		t.Errorf("error %v", err)
	}
}

// TestEditedCopyIsNotMirroredIntoItsOriginal has what goes its own way stay out of the session that it came from.
func TestEditedCopyIsNotMirroredIntoItsOriginal(t *testing.T) {
	var seen notes
	m := mirrors{seen: &seen}
	from := source.Source{Session: runs.Session{CLI: "claude", ID: "x"}}
	if got := m.kind(from, SyncSource); got != SyncSource {
		t.Errorf("a session as it is: %q", got)
	}
	from.Draft = "d1"
	if got := m.kind(from, SyncSource); got != SyncSession ||
		!strings.Contains(seen.last(), "the run continues an edited copy of it") {
		t.Errorf("an edited copy: %q, and the user is told %q", got, seen.last())
	}
	if got := m.kind(from, NoSync); got != NoSync {
		t.Errorf("without a mirror: %q", got)
	}
}
