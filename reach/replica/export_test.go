package replica

import (
	"context"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go"

	"stead/reach/member"
	"stead/reach/seal"
)

// Forge has a machine publish bytes behind all that the hub has of another machine's run, as if it were that one. It
// has the run's key, as all machines of the user have, and signs with its own.
func (s Source) Forge(ctx context.Context, by member.Member, data []byte) error {
	key, err := s.key(ctx)
	if err != nil {
		return err
	}
	private, err := by.Private()
	if err != nil {
		return err
	}
	last, err := s.last(ctx)
	if err != nil && !errors.Is(err, errNone) && !errors.Is(err, ErrDamaged) {
		return err
	}
	w := writer{subject: s.subject(), key: key, private: private}
	forged := newLine()
	forged.hash.Write(data)
	m, err := w.write(seal.Place{Run: s.name(), Epoch: last.seq, Offset: max(0, last.end())},
		content{sum: forged.sum(), data: data})
	if err == nil {
		_, err = s.put(ctx, m, last.seq)
	}
	return err
}

// Repeat has a machine publish one of the first messages of the run again, as it is.
func (s Source) Repeat(ctx context.Context, which int) error {
	page, err := s.page(ctx, 1)
	if err != nil || len(page) == 0 {
		return err
	}
	last, err := s.last(ctx)
	if err != nil {
		return err
	}
	old := page[which%len(page)]
	m := &nats.Msg{Subject: s.subject(), Data: old.sealed, Header: nats.Header{
		offsetHeader: {strconv.FormatInt(old.place.Offset, 10)}, afterHeader: {strconv.FormatUint(old.place.Epoch, 10)},
	}}
	if old.place.Kind != rangeKind {
		m.Header.Set(kindHeader, old.place.Kind)
	}
	_, err = s.put(ctx, m, last.seq)
	return err
}
