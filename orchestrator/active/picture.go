package active

import (
	"context"
	"slices"
	"sync"
	"time"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/runs/socket"
)

// Picture is what stands on the terminal of a run: its rows from the first one to the last one that is not blank.
// Strangers may have written the texts.
type Picture [][]screen.Span

// easel is the size of the terminal on which a picture is drawn. A run keeps its own size, and a larger easel than the
// terminals of people shows the whole picture. Of a still larger terminal it shows the part around the cursor.
var easel = ptyx.Size{Rows: 120, Columns: 320}

// betweenPictures is the shortest time between two pictures of a run, so that one that draws all the time costs a
// watcher no more than ten pictures a second.
const betweenPictures = 100 * time.Millisecond

// untilDrawn is how long a picture waits after its first bytes: a change of the screen often comes in several parts.
const untilDrawn = 10 * time.Millisecond

// Watch sends the pictures of an active run's terminal, now and at each change, until the run gives its terminal back,
// its supervisor is gone, or ctx is done; it then closes the channel. The run's terminal keeps its size and its
// keyboard, and does not count the watcher as a person. A slow receiver misses pictures, but never the last one.
// Errors: those of [Runs.Reach].
func (a Runs) Watch(ctx context.Context, name string) (<-chan Picture, error) {
	_, client, err := a.Reach(name)
	if err != nil {
		return nil, err
	}
	pictures, err := watch(ctx, client)
	if err != nil {
		client.Close()
	}
	return pictures, err
}

// watch watches the run at the other end of a connection, which it closes at the end.
func watch(ctx context.Context, client *socket.Client) (<-chan Picture, error) {
	pair, err := ptyx.NewPair(easel)
	if err != nil {
		return nil, err
	}
	if err := client.Attach(pair.Far, pair.Far, socket.Terminal{Watch: true, Aside: true}); err != nil {
		pair.Close()
		return nil, err
	}
	w := &watcher{client: client, pair: pair, screen: screen.New(int(easel.Rows), int(easel.Columns), nil),
		changed: make(chan struct{}, 1), pictures: make(chan Picture)}
	w.screen.Keep(1)
	go w.run(ctx)
	return w.pictures, nil
}

// watcher follows the terminal of a run.
type watcher struct {
	client   *socket.Client
	pair     *ptyx.Pair
	screen   *screen.Screen
	changed  chan struct{}
	pictures chan Picture
}

// run follows until the run or ctx ends, and leaves nothing behind.
func (w *watcher) run(ctx context.Context) {
	defer close(w.pictures)
	defer w.screen.Close()
	ctx, stop := context.WithCancel(ctx)
	var working sync.WaitGroup
	working.Go(func() {
		defer stop()
		w.awaitEnd()
	})
	working.Go(w.draw)
	w.send(ctx)
	stop()
	w.client.Close()
	w.pair.Close()
	working.Wait()
}

// awaitEnd returns when the run has given the terminal back, or its supervisor is gone.
func (w *watcher) awaitEnd() {
	for {
		if e, err := w.client.Next(); err != nil || e.Kind == socket.Left {
			return
		}
	}
}

// draw draws what the run sends, until the terminal is closed.
func (w *watcher) draw() {
	chunk := make([]byte, 32<<10)
	for {
		n, err := w.pair.Near.Read(chunk)
		_, _ = w.screen.Write(chunk[:n])
		select {
		case w.changed <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// send sends each picture that differs from the one before.
func (w *watcher) send(ctx context.Context) {
	var last Picture
	for isFirst := true; ; {
		select {
		case <-ctx.Done():
			return
		case <-w.changed:
		}
		if !isAfter(ctx, untilDrawn) {
			return
		}
		if now := pictureOf(w.screen); isFirst || !now.equals(last) {
			select {
			case <-ctx.Done():
				return
			case w.pictures <- now:
			}
			last, isFirst = now, false
		}
		if !isAfter(ctx, betweenPictures-untilDrawn) {
			return
		}
	}
}

// isAfter waits. It returns false if ctx ends before.
func isAfter(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

func pictureOf(s *screen.Screen) Picture {
	rows := s.Spans()
	for len(rows) > 0 && len(rows[len(rows)-1]) == 0 {
		rows = rows[:len(rows)-1]
	}
	return rows
}

func (p Picture) equals(other Picture) bool {
	return slices.EqualFunc(p, other, func(a, b []screen.Span) bool { return slices.Equal(a, b) })
}
