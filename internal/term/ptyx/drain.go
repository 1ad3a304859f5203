package ptyx

import (
	"context"
	"errors"
	"io"
	"time"

	"stead/internal/sys/wake"
)

// Drain reads the output of a program that no user watches, until it has ended, and passes it to sink through a Queue.
// It returns early, with the program still running, when ctx ends.
func Drain(ctx context.Context, process *Process, sink Sink, now func() time.Time) (Exit, error) {
	cancel, err := wake.New()
	if err != nil {
		return Exit{}, err
	}
	defer cancel.Release()
	defer cancel.Fire()
	defer context.AfterFunc(ctx, cancel.Fire)()
	queue := NewQueue(sink)
	err = Pump(process, cancel, func(chunk []byte) error {
		queue.Output(now(), chunk)
		return nil
	})
	queue.Close()
	if err != nil && !errors.Is(err, wake.ErrWoken) {
		return Exit{}, err
	}
	return process.Wait(ctx)
}

// ChunkSize is the size in bytes of the largest read that a terminal of any system returns.
const ChunkSize = 64 << 10

// Pump passes the output of a program to show until it ends or cancel fires.
func Pump(process *Process, cancel *wake.Event, show func([]byte) error) error {
	chunk := make([]byte, ChunkSize)
	for {
		n, err := process.Terminal.ReadUntil(chunk, cancel)
		if n > 0 {
			err = show(chunk[:n])
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
