package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

// patience is for how long an answer of the hub is waited for.
const patience = 5 * time.Second

// glance is how often a question that has no answer yet looks whether the connection that it went over is still there.
const glance = 50 * time.Millisecond

// Source is a run at the hub.
type Source struct {
	Conn *nats.Conn
	Keys *seal.Keyring
	// Of is the machine on which the run is: what others publish in its name is refused.
	Of  member.Peer
	Run string
}

func (s Source) subject() string { return layout.RunSubject(s.Of.User, s.Of.Key, s.Run) }

// name is that of the run's keys.
func (s Source) name() string { return seal.RunName(s.Of.Key, s.Run) }

// last returns the subject's last message, as the stream's leader knows it: direct gets may be stale. Without any the
// error is errNone. One that is damaged has its sequence.
func (s Source) last(ctx context.Context) (span, error) {
	request, _ := json.Marshal(map[string]string{"last_by_subj": s.subject()}) // texts
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message struct {
			Seq    uint64 `json:"seq"`
			Header []byte `json:"hdrs"`
			Data   []byte `json:"data"`
		} `json:"message"`
	}
	if err := s.ask(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + layout.Runs, Data: request}, &answer); err != nil {
		return span{}, err
	}
	if answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
		return span{}, errNone
	}
	if answer.Error != nil {
		return span{}, fmt.Errorf("ask the hub for the last message of run %s: %w", s.Run, answer.Error)
	}
	header, err := nats.DecodeHeadersMsg(answer.Message.Header)
	if err != nil {
		return span{seq: answer.Message.Seq}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return parse(s.name(), answer.Message.Seq, header, answer.Message.Data)
}

// put publishes a message that follows the subject's last one, and returns its sequence. It asks once. Errors:
// errMoved, those of the hub: then the message may be there all the same.
func (s Source) put(ctx context.Context, m *nats.Msg, last uint64) (uint64, error) {
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(last, 10))
	m.Header.Set(jetstream.ExpectedStreamHeader, layout.Runs)
	var answer struct {
		Error *jetstream.APIError `json:"error"`
		Seq   uint64              `json:"seq"`
	}
	err := s.ask(ctx, m, &answer)
	switch {
	case err != nil:
		return 0, err
	case answer.Error == nil:
		return answer.Seq, nil
	case layout.IsConflict(answer.Error):
		return 0, errMoved
	}
	return 0, fmt.Errorf("publish run %s: %w", s.Run, answer.Error)
}

func (s Source) ask(ctx context.Context, m *nats.Msg, answer any) error {
	ctx, cancel := s.attempt(ctx)
	defer cancel()
	reply, err := s.Conn.RequestMsgWithContext(ctx, m)
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("ask the hub for run %s: %w; see what stead hub prints on its machine", s.Run, layout.ErrSilent)
	}
	if err != nil {
		return fmt.Errorf("ask the hub for run %s: %w", s.Run, err)
	}
	if err := json.Unmarshal(reply.Data, answer); err != nil {
		return errors.Join(ErrDamaged, err)
	}
	return nil
}

// open opens a span. Errors: those of its key; seal.ErrOpen; ErrDamaged for what the run's machine has not signed.
func (s Source) open(ctx context.Context, sp span) (content, error) {
	key, err := s.key(ctx)
	if err != nil {
		return content{}, err
	}
	return sp.open(key, s.Of)
}

// key opens what was published of the run.
func (s Source) key(ctx context.Context) (seal.Key, error) {
	ctx, cancel := s.attempt(ctx)
	defer cancel()
	return s.Keys.Get(ctx, s.name(), keyEpoch)
}

// attempt bounds a question to the hub: by patience, and by the connection, since what was asked over one that broke
// has no answer.
func (s Source) attempt(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	before := s.Conn.Stats().Reconnects
	var look func()
	look = func() {
		switch {
		case ctx.Err() != nil:
		case s.Conn.Stats().Reconnects != before:
			cancel()
		default:
			time.AfterFunc(glance, look)
		}
	}
	first := time.AfterFunc(glance, look)
	return ctx, func() {
		first.Stop()
		cancel()
	}
}
