package kimicli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// screen is a wire file, which holds what the screen showed of a session.
type screen struct {
	path  string
	size  int64
	clock *clock
}

// openScreen reads the times in the wire file next to a context file. If that file does not exist, there are no times.
func openScreen(ctx context.Context, context string) (screen, error) {
	s := screen{path: format.WirePath(context), clock: newClock()}
	if format.IsFlat(context) {
		return s, nil
	}
	file, err := regular.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return s, err
	}
	s.size = info.Size()
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, 0, s.size)) {
		if err != nil {
			return s, fmt.Errorf("read %s: %w", s.path, err)
		}
		s.clock.add(line.Bytes)
	}
	return s, nil
}

// play yields a hidden entry for each line, so that stead can restore the file unchanged. It reports whether to
// continue.
func (s screen) play(ctx context.Context, yield func(*timeline.Entry, error) bool) bool {
	if s.size == 0 {
		return true
	}
	file, err := regular.Open(s.path)
	if err != nil {
		return yield(nil, err)
	}
	defer file.Close()
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, 0, s.size)) {
		if err != nil {
			yield(nil, fmt.Errorf("read %s: %w", s.path, err))
			return false
		}
		if !yield(keep(line), nil) {
			return false
		}
	}
	return true
}

// keep returns a hidden entry that holds a line of the wire file: unchanged, or as a text if the line is not valid
// JSON.
func keep(line jsonl.Line) *timeline.Entry {
	raw := line.Bytes
	if _, changed, ok := jsonl.Clean(raw); changed || !ok {
		raw = timeline.AppendString(nil, string(raw))
	}
	return &timeline.Entry{
		ID: fmt.Sprintf("screen-%d", line.Number), Type: timeline.System, Hidden: true,
		Timestamp: format.Timestamp(format.PeekSeen(line.Bytes).Time),
		Extra:     timeline.Extra{format.ScreenExtra: raw},
	}
}

// again returns the clock in its state before the first query.
func (c *clock) again() *clock {
	fresh := *c
	fresh.prompt, fresh.step = 0, 0
	fresh.calls, fresh.results = copied(c.calls), copied(c.results)
	return &fresh
}
