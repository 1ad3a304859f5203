package replica

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
)

// guard notes what others publish on the subjects of this machine's runs, and has its keys put back, until the function
// that is returned is called. A connection that echoes what it publishes notes that, too.
func (s *serving) guard(ctx context.Context) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	s.working.Go(func() {
		if err := s.Keys.Guard(ctx, func(err error) { s.tell("", err) }); err != nil && ctx.Err() == nil {
			s.tell("", err)
		}
	})
	sub, err := s.Conn.Subscribe(layout.RunsOf(s.Self.User, s.Self.Key), func(m *nats.Msg) {
		if run, ok := layout.Text(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]); ok {
			s.note(run)
		}
	})
	if err != nil {
		s.tell("", fmt.Errorf("hear what others publish of this machine's runs: %w", err))
	}
	return func() {
		stop()
		if sub != nil {
			_ = sub.Unsubscribe() // a closed connection has none
		}
	}
}

// note notes that somebody has published something on a run's subject.
func (s *serving) note(run string) {
	s.access.Lock()
	defer s.access.Unlock()
	if len(s.foreign) < mostForeign {
		s.foreign[run] = true
	}
}

// mostForeign is of how many runs is noted that somebody else publishes them. More are brought together at the next
// reconnect.
const mostForeign = 1000

// heal brings those runs and the hub together that this machine has published, and nobody publishes now: a publisher
// heals its own.
func (s *serving) heal(ctx context.Context) {
	s.access.Lock()
	var due []string
	for run := range s.foreign {
		if s.at[run] == nil {
			due = append(due, run)
			delete(s.foreign, run)
		}
	}
	s.access.Unlock()
	if len(due) == 0 {
		return
	}
	made, err := s.Keys.Made()
	mine := runsOf(made)
	for _, run := range due {
		if err == nil && mine[run] {
			err = s.Machine.reconcile(ctx, run)
		}
		if err != nil && ctx.Err() == nil {
			s.tell(run, fmt.Errorf("bring run %s and the hub together: %w", run, err))
			s.note(run) // once more at the next look
		}
	}
}
