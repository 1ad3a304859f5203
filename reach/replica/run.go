package replica

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"

	"stead/internal/sys/notices"
)

// poll is how often the journal is looked at when the system does not say that it has grown, check how often the hub's
// last message is.
const (
	poll  = 2 * time.Second
	check = 30 * time.Second
	// again is for how long a publisher waits after an error.
	again = 100 * time.Millisecond
)

// Run publishes the journal as it grows, until the context ends, and then once more: the context of the last attempt
// ends after patience. Begin comes first. Errors: that of the last attempt; what was lost meanwhile is mended. It
// outlasts a hub that is away.
func (p *Publisher) Run(ctx context.Context) error {
	watcher := notices.New(0)
	defer watcher.Close()
	err := error(nil)
	if err = watcher.Add(filepath.Dir(p.o.Journal)); err != nil {
		return err
	}
	back := p.o.Conn.StatusChanged(nats.CONNECTED)
	defer p.o.Conn.RemoveStatusListener(back)
	known := time.Time{} // when the hub's last message was looked at
	for ctx.Err() == nil {
		if time.Since(known) > check {
			if err = p.Sync(ctx); err == nil {
				known = time.Now()
			}
		} else {
			err = p.publish(ctx)
		}
		if errors.Is(err, nats.ErrConnectionClosed) {
			return err
		}
		if errors.Is(err, errMoved) && !known.IsZero() {
			known = time.Time{}
			continue
		}
		if err != nil {
			known = time.Time{}
			p.fail(ctx, err)
		}
		if isBack := p.await(ctx, watcher, back, err != nil); isBack {
			known = time.Time{}
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return p.Sync(last)
}

func (p *Publisher) fail(ctx context.Context, err error) {
	if p.o.Failed != nil && ctx.Err() == nil && !errors.Is(err, errMoved) {
		p.o.Failed(err)
	}
}

// await waits until there may be something to do. It reports whether the hub was away meanwhile.
func (p *Publisher) await(ctx context.Context, watcher *notices.Watcher, back <-chan nats.Status, failed bool) bool {
	if failed {
		select {
		case <-ctx.Done():
		case <-back:
		case <-time.After(again):
		}
		return true
	}
	timer := time.NewTimer(poll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-watcher.Events:
	case <-watcher.Errors:
	case <-timer.C:
	case <-back:
		return true
	}
	return false
}
