package orchestrator

import (
	"strings"
	"testing"
	"time"

	"stead/catalog"
	"stead/inject"
	"stead/readers"
	"stead/readers/claude"
	"stead/readers/universal"
	"stead/runs"
	"stead/signals"
	"stead/timeline"
)

// notes is an observer that keeps what it is told.
type notes struct{ said []string }

func (*notes) Delivered(Plan)        {}
func (*notes) Entry(*timeline.Entry) {}
func (*notes) Changed(runs.Run)      {}
func (n *notes) Note(text string)    { n.said = append(n.said, text) }
func (n *notes) last() string        { return strings.Join(n.said[max(0, len(n.said)-1):], "") }

func TestRunWithoutAPlaceForAMirrorGoesOn(t *testing.T) {
	all := []readers.Reader{claude.Reader{}, universal.Reader{}}
	o := &Orchestrator{Adapters: []inject.Adapter{{Reader: claude.Reader{}}}, Catalog: catalog.New(catalog.Options{Readers: all})}
	var seen notes
	if m, _ := o.newMirror(t.Context(), Request{To: "other", Sync: SyncSession}, runs.Session{CLI: "universal", ID: "x"}, &seen); m != nil ||
		!strings.Contains(seen.last(), "nobody could go on in universal") {
		t.Errorf("a run of a file has the mirror %v, and the user is told %q", m, seen.last())
	}
	if m, _ := o.newMirror(t.Context(), Request{To: "claude", Sync: SyncSession}, runs.Session{CLI: "claude", ID: "x"}, &seen); m != nil {
		t.Errorf("a run at home has the mirror %v", m)
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

// TestCLIWaitsForItsUserOnlyWithAnEmptyComposer asks in every state whether the CLI may be ended.
func TestCLIWaitsForItsUserOnlyWithAnEmptyComposer(t *testing.T) {
	for _, c := range []struct {
		name    string
		state   signals.State
		since   time.Duration
		typed   string
		ordered bool
		want    bool
	}{
		{"it waits", signals.Input, time.Minute, "", false, true},
		{"it has waited for a moment", signals.Input, 0, "", false, false},
		{"it works", signals.Working, time.Minute, "", false, false},
		{"it asks for a permission", signals.Permission, time.Minute, "", false, false},
		{"it starts", signals.Starting, time.Minute, "", false, false},
		{"something is typed", signals.Input, time.Minute, "And then", false, false},
		{"something was submitted", signals.Input, time.Minute, "And then\r", false, true},
		{"it is told something", signals.Input, time.Minute, "", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := attended(t)
			s.typed(time.Now(), []byte(c.typed))
			s.ordered.Store(c.ordered)
			s.record.Count(func(r *runs.Run) { r.State, r.Since = c.state, time.Now().Add(-c.since) })
			if got := s.IsIdle(); got != c.want {
				t.Errorf("idle %v, want %v", got, c.want)
			}
		})
	}
}
