package replica

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/link"
)

// pageMessages and pageBytes bound what is asked of the hub at once.
const (
	pageMessages = 64
	pageBytes    = 4 << 20
)

// page returns the next messages of the subject from a sequence on, by a direct get: nothing stays at the hub. Without
// any it is empty. It may be stale: any server of a cluster answers.
func (s Source) page(ctx context.Context, from uint64) ([]span, error) {
	ctx, cancel := s.attempt(ctx)
	defer cancel()
	answers, err := link.ReadPage(ctx, s.Conn, link.PageQuery{Stream: layout.Runs, Subject: s.subject(), From: from,
		Messages: pageMessages, Bytes: pageBytes})
	if err != nil {
		return nil, fmt.Errorf("ask the hub for run %s: %w", s.Run, err)
	}
	all := make([]span, 0, len(answers))
	for _, m := range answers {
		next, err := s.parse(m)
		if next.seq == 0 {
			return nil, err
		}
		all = append(all, next) // one that is damaged does not open
	}
	return all, nil
}

func (s Source) parse(m *nats.Msg) (span, error) {
	seq, err := link.Sequence(m)
	if err != nil {
		return span{}, fmt.Errorf("%w: a message of run %s without a sequence", ErrDamaged, s.Run)
	}
	return parse(s.name(), seq, m.Header, m.Data)
}
