package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrNone says that the hub has nothing of a run.
var ErrNone = errors.New("the hub has nothing of this run")

// Copy writes what the hub has of a run's journal now into an empty file, verified. Errors: ErrNone, *seal.RemovedError, ErrDamaged, those of seal, of the hub, and of the file.
func (s Source) Copy(ctx context.Context, to *os.File) error {
	last, err := s.last(ctx)
	if errors.Is(err, errNone) {
		return ErrNone
	}
	if err != nil {
		return err
	}
	return s.copy(ctx, to, last.seq)
}

// Check says why the hub's copy of a run cannot be read. Errors: those of [Source.Copy].
func (s Source) Check(ctx context.Context) error {
	last, err := s.last(ctx)
	if errors.Is(err, errNone) {
		return ErrNone
	}
	if err == nil {
		_, err = s.key(ctx, last.place.Epoch)
	}
	return err
}

// copy writes the line up to a message into an empty file.
func (s Source) copy(ctx context.Context, to *os.File, until uint64) error {
	f := &Follower{source: s, line: newLine(), until: until}
	for {
		data, err := f.Next(ctx)
		var forked *ForkedError
		switch {
		case errors.As(err, &forked):
			if err = to.Truncate(forked.Offset); err == nil {
				_, err = to.Seek(forked.Offset, io.SeekStart)
			}
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			_, err = to.Write(data)
		}
		if err != nil {
			return fmt.Errorf("get run %s from the hub: %w", s.Run, err)
		}
	}
}
