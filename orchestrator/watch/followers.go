package watch

import (
	"context"
	"slices"
	"time"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// mostFollowed is the maximum number of sessions followed at the same time. The one that has been quiet for longest
// makes room for another.
const mostFollowed = 64

// followers are the followed sessions.
type followers struct {
	w        *watcher
	followed map[string]*follower // by reference
	gone     chan *follower
}

func newFollowers(w *watcher) *followers {
	return &followers{w: w, followed: map[string]*follower{}, gone: make(chan *follower)}
}

// follow follows a session of a store that has changed.
func (w *watcher) follow(ctx context.Context, on *storeIndex, s timeline.Summary) {
	at := slices.IndexFunc(w.Readers, func(r readers.Reader) bool { return r.Info().Name == s.CLI })
	if at < 0 || w.records.owns(s.CLI, s.ID) {
		return
	}
	tailer, ok := w.Readers[at].(readers.Tailer)
	if !ok {
		return
	}
	w.followers.add(ctx, &follower{
		w: w, tailer: tailer, reader: w.Readers[at], summary: s, location: adapter.Location{Path: s.Path, ID: s.ID},
		name: on.latest.Reference(s), since: w.records.since(reference(s)),
	})
}

func (c *followers) add(ctx context.Context, f *follower) {
	key := reference(f.summary)
	if old := c.followed[key]; old != nil {
		old.nudge()
		return
	}
	if len(c.followed) >= mostFollowed {
		c.quietest().stop()
	}
	ctx, f.stop = context.WithCancel(ctx)
	f.woken, f.active = make(chan struct{}, 1), time.Now()
	c.followed[key] = f
	go func() {
		f.run(ctx)
		c.gone <- f
	}()
}

// leave ends the following of a session.
func (c *followers) leave(key string) {
	if f := c.followed[key]; f != nil {
		f.stop()
	}
}

// forget removes a follower that has ended.
func (c *followers) forget(f *follower) {
	f.stop()
	delete(c.followed, reference(f.summary))
}

func (c *followers) quietest() *follower {
	var quietest *follower
	for _, f := range c.followed {
		if quietest == nil || f.active.Before(quietest.active) {
			quietest = f
		}
	}
	return quietest
}

// wake wakes the one follower of a file.
func (c *followers) wake(path string) bool {
	var woken *follower
	for _, f := range c.followed {
		if f.location.Path == path {
			if woken != nil {
				return false // it holds several sessions
			}
			woken = f
		}
	}
	if woken != nil {
		woken.nudge()
	}
	return woken != nil
}

// wakeIn wakes the followers of sessions in a folder with more than one file.
func (c *followers) wakeIn(folder string) {
	for _, f := range c.followed {
		if f.isIn(folder) {
			f.nudge()
		}
	}
}

func reference(s timeline.Summary) string { return s.CLI + ":" + s.ID }
