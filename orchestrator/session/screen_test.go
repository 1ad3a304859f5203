package session

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stead/adapters/adapter"
	"stead/inject/injection"
)

// TestUserOpensAnotherSessionOnlyAfterTheProof has a CLI show another session before and after it has shown the wanted
// one.
func TestUserOpensAnotherSessionOnlyAfterTheProof(t *testing.T) {
	proof := injection.NewProof("wanted")
	o := newOnScreen(proof)
	if o.shows("other"); !o.is("wanted") {
		t.Error("what comes before the proof is taken for the user's wish")
	}
	proof.Saw("wanted")
	o.shows("wanted")
	select {
	case <-o.news:
		t.Error("the wanted session is news")
	default:
	}
	o.shows("other")
	o.shows("other")
	if !o.is("other") || len(o.news) != 1 {
		t.Errorf("it is %s, with %d news", o.session(), len(o.news))
	}
}

// tracking is a driver of a CLI that shows in its store which session is on its screen.
type tracking struct {
	silent
	current func(last adapter.Location) (string, bool)
}

func (d tracking) Current(_ adapter.Store, last adapter.Location, _ func(int) bool) (string, bool) {
	return d.current(last)
}

// TestSessionOnTheScreenIsFollowed has a CLI whose store says nothing certain at first, and then that its user has
// opened another session.
func TestSessionOnTheScreenIsFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		s := attended(t, tracking{current: func(last adapter.Location) (string, bool) {
			asked = append(asked, last.ID)
			return "other", len(asked) > 1
		}})
		s.proof.Saw("wanted")
		ctx, end := context.WithTimeout(t.Context(), 3*trackPoll+trackPoll/2)
		defer end()
		began := time.Now()
		s.track(ctx)
		if !s.screen.is("other") || len(asked) != 3 || asked[1] != "wanted" || asked[2] != "other" ||
			time.Since(began) != 3*trackPoll+trackPoll/2 {
			t.Errorf("it is in %s, and was asked for %v", s.screen.session(), asked)
		}
	})
}

func TestSessionIsOnNoScreen(t *testing.T) {
	for _, isHeadless := range []bool{true, false} {
		s := attended(t, silent{}) // its store shows nothing
		if isHeadless {
			s = attended(t, tracking{current: func(adapter.Location) (string, bool) { return "other", true }})
			s.delivery.Request.Headless = true
		}
		s.track(t.Context())
		s.announce(t.Context())
		s.look(t.Context())
	}
}

// announcing is a terminal that keeps what it was to show.
type announcing struct {
	Terminal
	shown []string
	then  func()
}

func (a *announcing) Announce(_ context.Context, text string) {
	a.shown = append(a.shown, text)
	a.then()
}

func TestWhereARunGoesIsShownOnItsTerminal(t *testing.T) {
	o := optionsOf(t, silent{})
	ctx, end := context.WithCancel(t.Context())
	terminal := &announcing{then: end}
	o.Terminal = terminal
	s := newSupervisor(o, func(err error) { t.Error(err) })
	s.follower.brief <- "it goes on elsewhere"
	s.announce(ctx)
	if terminal.shown[0] != "it goes on elsewhere" || len(terminal.shown) != 1 {
		t.Errorf("shown is %q", terminal.shown)
	}
	s.delivery.Request.Headless = true
	s.announce(t.Context())
}
