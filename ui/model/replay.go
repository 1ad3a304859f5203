package model

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"stead/adapters/adapter"
	"stead/ui/replay"
)

// Replay holds what a player needs to seek in the recording of a run's terminal.
type Replay struct {
	Bytes     int64         `json:"bytes" doc:"how long the recording is, up to the end of its last line"`
	Duration  int64         `json:"duration" doc:"how long it takes, in milliseconds"`
	Columns   int           `json:"columns" doc:"how wide the terminal was at the beginning"`
	Rows      int           `json:"rows"`
	Start     time.Time     `json:"start,omitzero" doc:"when the recording began"`
	Keyframes []ReplayFrame `json:"keyframes" doc:"in their order; the first is the beginning"`
	Marks     []ReplayMark  `json:"marks" doc:"in the order of their times"`
}

// ReplayFrame is a moment at which a player can start.
type ReplayFrame struct {
	At      float64 `json:"ms" doc:"when it was, in milliseconds since the beginning of the recording"`
	Offset  int64   `json:"offset" doc:"where the recording goes on behind it: give it as from; the interval of the line that stands there counts from ms"`
	Columns int     `json:"columns"`
	Rows    int     `json:"rows"`
}

// ReplayScreen is a moment with its screen.
type ReplayScreen struct {
	ReplayFrame
	Screen []byte `json:"screen" doc:"the bytes that draw the screen on a terminal of that size, in base64"`
}

// ReplayMark is a moment at which something happened in the run.
type ReplayMark struct {
	At    int64  `json:"ms" doc:"when it was, in milliseconds since the beginning of the recording"`
	Kind  string `json:"kind" enum:"turn,edit,wait" doc:"what happened: a request of the user, a call that changes files, or the answer for which the CLI waited"`
	Text  string `json:"text" doc:"the beginning of the request, or the call or the answer in one line"`
	Entry int    `json:"entry" doc:"the number of the entry in the run's journal, from 0"`
}

// Replay returns what a player needs to seek in a run's recording. Errors: those of [Records.Recording] and of
// [Reader.Journal], and errors that wrap adapter.ErrFormat for a recording without a header.
func (p *Player) Replay(ctx context.Context, name string) (Replay, error) {
	id, seen, err := p.seen(ctx, name)
	if err != nil {
		return Replay{}, err
	}
	shown := Replay{
		Bytes: seen.Bytes, Duration: seen.Length.Milliseconds(), Columns: seen.Keyframes[0].Columns,
		Rows: seen.Keyframes[0].Rows, Start: seen.Header.Start,
		Keyframes: []ReplayFrame{}, Marks: []ReplayMark{},
	}
	for _, k := range seen.Keyframes {
		shown.Keyframes = append(shown.Keyframes, asFrame(k))
	}
	if !shown.Start.IsZero() {
		shown.Marks, err = p.marks(ctx, id, shown.Start)
	}
	return shown, err
}

// Screen returns the screen of keyframe n; n counts from 0. Errors: those of [Player.Replay], and errors that wrap
// adapter.ErrNotFound.
func (p *Player) Screen(ctx context.Context, name string, n int) (ReplayScreen, error) {
	id, seen, err := p.seen(ctx, name)
	if err != nil {
		return ReplayScreen{}, err
	}
	if n < 0 || n >= len(seen.Keyframes) {
		return ReplayScreen{}, fmt.Errorf("%w: the recording of run %s has %d keyframes", adapter.ErrNotFound, id,
			len(seen.Keyframes))
	}
	return ReplayScreen{ReplayFrame: asFrame(seen.Keyframes[n]), Screen: seen.Keyframes[n].Screen}, nil
}

func asFrame(k replay.Keyframe) ReplayFrame {
	return ReplayFrame{At: float64(k.At.Microseconds()) / 1000, Offset: k.Offset, Columns: k.Columns, Rows: k.Rows}
}

// seen reads the recording of a run as far as it has been written.
func (p *Player) seen(ctx context.Context, name string) (id string, seen replay.Seen, err error) {
	r, err := p.model.Options.Runs.Find(name)
	if err != nil {
		return "", replay.Seen{}, err
	}
	file, err := p.model.Records().Recording(r.ID, 0)
	if err != nil {
		return "", replay.Seen{}, err
	}
	defer file.Close()
	seen, err = p.recent.of(r.ID).Read(ctx, file)
	if err != nil && ctx.Err() == nil && !errors.As(err, new(*os.PathError)) {
		err = fmt.Errorf("run %s: %w: %w", r.ID, adapter.ErrFormat, err)
	}
	return r.ID, seen, err
}

// marks returns the moments at which something happened since the recording began.
func (p *Player) marks(ctx context.Context, id string, start time.Time) ([]ReplayMark, error) {
	marks := []ReplayMark{}
	asked, err := p.model.Reader().find(ctx, "run", id)
	if err != nil {
		return marks, err
	}
	r, err := p.model.readings.Of(ctx, asked)
	if err != nil {
		return marks, err
	}
	for _, mark := range r.Marks {
		if at := mark.At.Sub(start); at >= 0 {
			marks = append(marks, ReplayMark{At: at.Milliseconds(), Kind: mark.Kind, Text: mark.Text, Entry: mark.Entry})
		}
	}
	slices.SortStableFunc(marks, func(a, b ReplayMark) int { return int(max(-1, min(1, a.At-b.At))) })
	return marks, nil
}

// mostReplays is the number of recordings kept ready.
const mostReplays = 4

// replays holds the most recently used recordings.
type replays struct {
	access sync.Mutex
	// indexes is keyed by the run's id. Order lists the keys, the least recently used first.
	indexes map[string]*replay.Index
	order   []string
}

// of returns the index of a run's recording. The least recently used index makes room.
func (r *replays) of(id string) *replay.Index {
	r.access.Lock()
	defer r.access.Unlock()
	r.order = append(slices.DeleteFunc(r.order, func(known string) bool { return known == id }), id)
	if x := r.indexes[id]; x != nil {
		return x
	}
	if len(r.order) > mostReplays {
		go r.indexes[r.order[0]].Close() // Close waits for its readers
		delete(r.indexes, r.order[0])
		r.order = r.order[1:]
	}
	if r.indexes == nil {
		r.indexes = map[string]*replay.Index{}
	}
	r.indexes[id] = &replay.Index{}
	return r.indexes[id]
}

func (r *replays) close() {
	r.access.Lock()
	defer r.access.Unlock()
	for _, x := range r.indexes {
		x.Close()
	}
	r.indexes, r.order = nil, nil
}
