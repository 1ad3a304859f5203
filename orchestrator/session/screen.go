package session

import (
	"context"
	"sync"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
)

// onScreen knows which session the CLI has on its screen. The user may open another one there than that on which stead
// has started the CLI. It is safe for use by several goroutines.
type onScreen struct {
	proof *injection.Proof
	// news gets a word when another session is there.
	news chan struct{}

	mutex sync.Mutex
	id    string
}

func newOnScreen(proof *injection.Proof) *onScreen {
	return &onScreen{proof: proof, news: make(chan struct{}, 1), id: proof.Wanted}
}

// shows notes a sign of the session that is there. Before the proof a sign of another one is no wish of the user's.
func (o *onScreen) shows(id string) {
	if o.proof.Err() != nil {
		return
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if id == o.id {
		return
	}
	o.id = id
	select {
	case o.news <- struct{}{}:
	default:
	}
}

// is reports whether a session is there.
func (o *onScreen) is(id string) bool { return id == o.session() }

// session returns the id of the one that is there.
func (o *onScreen) session() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.id
}

// trackPoll is how often a CLI's store is asked which session is on the screen. An answer costs some small files.
const trackPoll = 250 * time.Millisecond

// track watches which session is on the screen, where the CLI shows that in its store.
func (s *supervisor) track(ctx context.Context) {
	tracker, ok := s.delivery.Adapter.Driver.(inject.SessionTracker)
	if !ok || s.isHeadless() {
		return
	}
	ticker := time.NewTicker(trackPoll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		last := adapter.Location{Path: s.o.Files.Record.Current().To.Path, ID: s.screen.session()}
		if id, ok := tracker.Current(s.delivery.Session.Target.Store, last, s.process.Owns); ok {
			s.screen.shows(id)
		}
	}
}

// announce shows on the terminal where the run goes on, as long as a CLI is there: what else tells it is read when that
// has ended.
func (s *supervisor) announce(ctx context.Context) {
	announcer, ok := s.o.Terminal.(Announcer)
	if !ok || s.isHeadless() {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case text := <-s.follower.brief:
			announcer.Announce(ctx, text)
		}
	}
}
