package layout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A question that is asked while the servers of a cluster elect a leader is dropped: it would wait for an answer that
// nobody gives. So it is asked again, for as long as an election takes on a busy machine.
const (
	again   = 2 * time.Second
	longest = 10 * time.Second
)

// noLeader is the server's error JSClusterNotAvailErr (errors.json of nats-server 2.15).
const noLeader jetstream.ErrorCode = 10008

// ErrSilent says that the hub has not answered, wrapped.
var ErrSilent = errors.New("the hub does not answer")

// Ask asks the hub until it answers, for ten seconds at most, or until ctx ends. Errors: ErrSilent, ctx's cause, and
// what ask returns other than that nobody has answered.
func Ask[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	within, stop := context.WithTimeout(ctx, longest)
	defer stop()
	for {
		attempt, end := context.WithTimeout(within, again)
		answer, err := ask(attempt)
		if err != nil && isSilence(err) {
			<-attempt.Done() // what is refused at once is asked again a while later, too
		}
		end()
		switch {
		case err == nil:
			return answer, nil
		case ctx.Err() != nil:
			return answer, context.Cause(ctx)
		case !isSilence(err):
			return answer, err
		case within.Err() != nil:
			return answer, fmt.Errorf("%w, although it was asked for %s", ErrSilent, longest)
		}
	}
}

// Bucket opens a bucket as [Ask] asks.
func Bucket(ctx context.Context, js jetstream.JetStream, name string) (jetstream.KeyValue, error) {
	return Ask(ctx, func(ctx context.Context) (jetstream.KeyValue, error) { return js.KeyValue(ctx, name) })
}

// Stream opens a stream as [Ask] asks.
func Stream(ctx context.Context, js jetstream.JetStream, name string) (jetstream.Stream, error) {
	return Ask(ctx, func(ctx context.Context) (jetstream.Stream, error) { return js.Stream(ctx, name) })
}

// IsConflict reports whether a server has refused a message, for another one came before it than was expected. Streams
// with replicas have a second code for that, which also comes without a rival.
func IsConflict(err error) bool {
	refused := (*jetstream.APIError)(nil)
	return errors.As(err, &refused) &&
		(refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
			refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// isSilence says that nobody has answered, or that the servers have no leader.
func isSilence(err error) bool {
	unavailable := (*jetstream.APIError)(nil)
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders) ||
		errors.As(err, &unavailable) && unavailable.ErrorCode == noLeader
}
