package replica

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
)

// pageMessages and pageBytes bound what is asked of the hub at once.
const (
	pageMessages = 64
	pageBytes    = 4 << 20
)

// The headers and states of direct gets.
const (
	statusHeader   = "Status"
	sequenceHeader = "Nats-Sequence"
)

// page returns the next messages of the subject from a sequence on, by a direct get: nothing stays at the hub. Without any it is empty. It may be stale: any
// server of a cluster answers.
func (s Source) page(ctx context.Context, from uint64) ([]span, error) {
	ctx, cancel := s.attempt(ctx)
	defer cancel()
	request, _ := json.Marshal(map[string]any{"seq": max(from, 1), "next_by_subj": s.subject(), "batch": pageMessages, "max_bytes": pageBytes}) // texts and numbers
	inbox := s.Conn.NewInbox()
	answers, err := s.Conn.SubscribeSync(inbox)
	if err == nil {
		defer answers.Unsubscribe() //nolint:errcheck // the connection is gone, and the subscription with it
		err = s.Conn.PublishRequest("$JS.API.DIRECT.GET."+layout.Runs, inbox, request)
	}
	if err != nil {
		return nil, fmt.Errorf("ask the hub for run %s: %w", s.Run, err)
	}
	var all []span
	for len(all) < pageMessages {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return nil, fmt.Errorf("ask the hub for run %s: %w", s.Run, err)
		}
		if isEnd, err := s.isEnd(m); isEnd {
			return all, err
		}
		next, err := s.parse(m)
		if err != nil {
			return nil, err
		}
		all = append(all, next)
	}
	return all, nil
}

// isEnd reports whether an answer says that no more come: a status without a message.
func (s Source) isEnd(m *nats.Msg) (bool, error) {
	switch status := m.Header.Get(statusHeader); status {
	case "":
		return false, nil
	case "204", "404":
		return true, nil
	default:
		return true, fmt.Errorf("ask the hub for run %s: it answers %s %s", s.Run, status, m.Header.Get("Description"))
	}
}

func (s Source) parse(m *nats.Msg) (span, error) {
	seq, err := strconv.ParseUint(m.Header.Get(sequenceHeader), 10, 64)
	if err != nil {
		return span{}, fmt.Errorf("%w: a message of run %s without a sequence", ErrDamaged, s.Run)
	}
	return parse(s.Run, seq, m.Header, m.Data)
}
