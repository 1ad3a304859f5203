package orchestrator

import (
	"testing"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/internal/adapter"
	"stead/readers"
	"stead/runs"
	"stead/signs"
)

// attended is an interactive run that nobody has started.
func attended(t *testing.T) *supervision {
	t.Helper()
	c := &course{o: &Orchestrator{Host: adapter.Host{Now: time.Now}}, ledger: keptLedger(t, func(runs.Run) {})}
	return &supervision{delivery: &delivery{course: c, preparation: &preparation{}}, state: state{drawn: true}}
}

// TestIdleCLIWaitsForItsUserOnceItIsDrawn has the window's title say that the CLI is idle before its composer is drawn.
func TestIdleCLIWaitsForItsUserOnceItIsDrawn(t *testing.T) {
	s := attended(t)
	s.state.drawn, s.ready = false, capture.NewReadiness("Type")
	if err := s.take(signs.Sign{State: signs.Input}); err != nil {
		t.Fatal(err)
	}
	if got := s.ledger.current().State; got != signs.Starting {
		t.Errorf("it is %s before it takes keys", got)
	}
	s.ready.Output(time.Now(), []byte("Type your message"))
	if err := s.opens(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.ledger.current().State; got != signs.Input {
		t.Errorf("it is %s when its composer is drawn", got)
	}
}

func TestTitleKnowsBetterThanRecordsWhetherATurnIsOver(t *testing.T) {
	supposed := readers.Progress{Turn: readers.TurnCompleted, Unsure: true}
	for name, c := range map[string]struct {
		title signs.State
		told  readers.Progress
		want  signs.State
	}{
		"supposed, with a title":    {signs.Working, supposed, signs.Working},
		"supposed, without a title": {"", supposed, signs.Input},
		"known, with a title":       {signs.Working, readers.Progress{Turn: readers.TurnCompleted}, signs.Input},
	} {
		s := attended(t)
		s.state.stands[inject.Title].State = c.title
		for _, p := range []readers.Progress{{Turn: readers.TurnStarted}, c.told} {
			if err := s.turns(p); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.ledger.current().State; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestSessionThatIsTakenUpWaitsInTheTerminal has the record of that come behind the sign that the CLI takes keys, as with Gemini CLI 0.61.0.
func TestSessionThatIsTakenUpWaitsInTheTerminal(t *testing.T) {
	s := attended(t)
	if err := s.take(signs.Sign{State: signs.Input}); err != nil {
		t.Fatal(err)
	}
	if err := s.turns(readers.Progress{Turn: readers.TurnExpected}); err != nil {
		t.Fatal(err)
	}
	if got := s.ledger.current().State; got != signs.Input {
		t.Errorf("it is %s at its prompt", got)
	}
}

func TestTitleIsNewsWhenItChanges(t *testing.T) {
	s := attended(t)
	working, standing := signs.Sign{State: signs.Working}, signs.Sign{}
	for i, c := range []struct {
		from inject.Source
		sign signs.Sign
		want bool
	}{
		{inject.Title, working, true},
		{inject.Title, working, false}, // the wheel turns while the CLI asks already
		{inject.Title, standing, true},
		{inject.Title, working, true},
		{inject.Hook, working, true},
		{inject.Hook, working, true},
	} {
		if got := s.isNews(c.from, c.sign); got != c.want {
			t.Errorf("sign %d: %v", i, got)
		}
	}
}

func TestPermissionIsAskedForWhatWasSaidBefore(t *testing.T) {
	for about, want := range map[string]string{"": "exec: make all", "exec: rm": "exec: rm"} {
		s := attended(t)
		for _, sign := range []signs.Sign{{About: "exec: make all"}, {State: signs.Working}, {}, {State: signs.Permission, About: about}} {
			if err := s.take(sign); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.ledger.current(); got.State != signs.Permission || got.About != want {
			t.Errorf("%s about %q, want %q", got.State, got.About, want)
		}
	}
}
