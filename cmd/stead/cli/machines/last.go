package machines

import (
	"context"
	"path/filepath"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/reach/summaries"
)

// summariesIn returns the file with the summaries of other machines' sessions and runs, in stead's folder for state.
func summariesIn(state string) string { return filepath.Join(state, "summaries.db") }

// Forget deletes what this machine knows of the sessions and runs of other machines. The error is that of the file.
func Forget(s *setup.Setup) error {
	return summaries.Remove(summariesIn(s.Config.Folders.State))
}

// last is what is known of the sessions and runs of the user's other machines, even of those that are away.
type last struct {
	// store is nil if it cannot be opened: nothing is known then.
	store *summaries.Store
	// self is the key of this machine, data is stead's folder for data.
	self, data string
	now        func() time.Time
	// failed is why new information is missing.
	failed error
}

func openLast(ctx context.Context, p *setup.Process, m member.Member) (*last, error) {
	s, err := p.Load(nil)
	if err != nil {
		return &last{}, err
	}
	return lastOf(ctx, s, m)
}

func lastOf(ctx context.Context, s *setup.Setup, m member.Member) (*last, error) {
	store, err := summaries.Open(ctx, summariesIn(s.Config.Folders.State))
	return &last{store: store, self: m.Key, data: s.Config.Folders.Data, now: s.Host.Now}, err
}

func (l *last) close() {
	if l.store != nil {
		_ = l.store.Close() // its content is already written
	}
}

// catchUp reads new information from the hub.
func (l *last) catchUp(ctx context.Context, h *remote.Hub) {
	if l.store != nil {
		l.failed = h.CatchUp(ctx, l.data, l.store)
	}
}

// seen returns the machines about which anything is known, and when each was last present.
func (l *last) seen(ctx context.Context) map[string]time.Time {
	if l.store == nil {
		return nil
	}
	seen, _ := l.store.Seen(ctx, l.self) // if that cannot be read, nothing is known of any machine
	return seen
}

// ago says how long ago something was.
func ago(d time.Duration) string {
	if d < time.Minute {
		return "just now"
	}
	return term.Age(d) + " ago"
}
