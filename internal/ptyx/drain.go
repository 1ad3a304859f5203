package ptyx

import (
	"context"
	"errors"
	"time"
)

// Drain takes the output of a program that nobody watches, until it has ended, and hands it to sink behind a Queue.
// Like Hub.Run it returns early, with the program alive, when ctx ends.
func Drain(ctx context.Context, process *Process, sink Sink, now func() time.Time) (Exit, error) {
	cancel, err := newWake()
	if err != nil {
		return Exit{}, err
	}
	defer cancel.release()
	defer cancel.fire()
	defer context.AfterFunc(ctx, cancel.fire)()
	queue := NewQueue(sink)
	err = pump(process, cancel, func(chunk []byte) error {
		queue.Output(now(), chunk)
		return nil
	})
	queue.Close()
	if err != nil && !errors.Is(err, errWoken) {
		return Exit{}, err
	}
	return process.Wait(ctx)
}
