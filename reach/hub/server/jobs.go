package server

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// reoffer has machines be given jobs again that lie in the queue though the server takes them for done: a server that
// ends between noting so and removing a job leaves it there, and looks for such ones in clusters alone (nats-server
// 2.15.2, processAckMsgLocked and checkForOrphanMsgs). Nobody else would ever be given it. Whose it is finds it over.
func reoffer(ctx context.Context, js jetstream.JetStream) error {
	queue, err := js.Stream(ctx, layout.Queue)
	if err != nil {
		return fmt.Errorf("open the queue: %w", err)
	}
	consumers := queue.ListConsumers(ctx)
	for c := range consumers.Info() {
		if err := forgetUnlessWhole(ctx, queue, c); err != nil {
			return fmt.Errorf("look for jobs that nobody is given: %w", err)
		}
	}
	return consumers.Err()
}

// forgetUnlessWhole removes what the server knows of the jobs of a subject, unless it knows all of them as new or as
// being done. The machines make it anew, and are given all of them.
func forgetUnlessWhole(ctx context.Context, queue jetstream.Stream, c *jetstream.ConsumerInfo) error {
	subject := c.Config.FilterSubject
	info, err := queue.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil || info.State.Subjects[subject] <= c.NumPending+uint64(c.NumAckPending) {
		return err
	}
	return queue.DeleteConsumer(ctx, c.Name)
}
