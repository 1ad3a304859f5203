package replica

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"stead/reach/seal"
)

// Options say what is published.
type Options struct {
	Source
	// Journal is the local file.
	Journal string
	// Alive reports whether somebody has the journal open to append to it: it is not written to then. Nil: nobody has.
	Alive func() bool
	// Branched is told of a file beside the journal that keeps the line which is not the run's. May be nil.
	Branched func(path string)
	// Failed is told why publishing waits. May be nil.
	Failed func(error)
}

// Publisher publishes a run's journal in an epoch. It is not safe for use by several goroutines.
type Publisher struct {
	o     Options
	epoch uint64
	key   seal.Key
	local local
	// line is what the hub has, when it is known.
	line line
}

// New returns who publishes a run from this machine. Nothing happens until [Publisher.Begin].
func New(o Options) *Publisher {
	return &Publisher{o: o, local: local{path: o.Journal}, line: newLine()}
}

// Begin claims a run for this machine, in an epoch that is newer than all before: of the lease's. What the hub has and the journal lacks comes into the
// journal. Where they are two lines, the one stays whose owner had the newer epoch, and the other lies beside the journal. The same epoch may begin again here. Errors: [*FencedError]; seal.ErrTaken, when another machine has claimed this epoch; those of the hub, after
// which it may be tried again.
func (p *Publisher) Begin(ctx context.Context, epoch uint64) error {
	if err := p.followOn(ctx, epoch); err != nil {
		return err
	}
	if err := p.own(ctx, epoch); err != nil {
		return err
	}
	return p.retry(ctx, p.match)
}

// BeginNew claims a run as Begin does, but only if nobody has claimed it yet. Otherwise the error is ErrBegun.
func (p *Publisher) BeginNew(ctx context.Context, epoch uint64) error {
	last, err := p.o.last(ctx)
	if err == nil && last.place.Epoch != epoch {
		return ErrBegun
	}
	if err != nil && !errors.Is(err, errNone) {
		return err
	}
	if err := p.own(ctx, epoch); errors.Is(err, seal.ErrTaken) {
		return ErrBegun
	} else if err != nil {
		return err
	}
	if err == nil { // this machine's own message, whose answer was lost
		return p.retry(ctx, p.match)
	}
	err = p.claim(ctx)
	if errors.Is(err, errMoved) {
		return ErrBegun
	}
	return err
}

func (p *Publisher) own(ctx context.Context, epoch uint64) (err error) {
	p.epoch = epoch
	if p.key, err = p.o.Keys.Make(ctx, p.o.Run, epoch); err != nil {
		return fmt.Errorf("claim run %s: %w", p.o.Run, err)
	}
	return nil
}

// mostMoves is how often in a row another last message is met before somebody else must be at work.
const mostMoves = 20

// retry does it again while the last message is another one each time.
func (p *Publisher) retry(ctx context.Context, do func(context.Context) error) (err error) {
	for range mostMoves {
		if err = do(ctx); !errors.Is(err, errMoved) {
			return err
		}
	}
	return err
}

// Sync brings the hub and the journal together, once: all whole lines of the journal are at the hub when it returns nil. Begin comes first. Errors: as Begin.
func (p *Publisher) Sync(ctx context.Context) error {
	return p.retry(ctx, func(ctx context.Context) error {
		if err := p.match(ctx); err != nil {
			return err
		}
		return p.publish(ctx)
	})
}

// publish publishes all whole lines that the hub lacks, one message after the other.
func (p *Publisher) publish(ctx context.Context) error {
	if err := p.local.look(); err != nil {
		return err
	}
	for p.line.end < p.local.whole {
		data, err := p.local.read(p.line.end)
		if err != nil {
			return err
		}
		if len(data) == 0 {
			return nil // it was taken back meanwhile
		}
		if err := p.append(ctx, data); err != nil {
			return err
		}
	}
	return nil
}

// append publishes what follows the line; without data it claims the epoch.
func (p *Publisher) append(ctx context.Context, data []byte) error {
	next := p.line
	clone, err := cloneOf(p.line.hash)
	if err != nil {
		return err
	}
	clone.Write(data)
	next.hash, next.end, next.epoch = clone, p.line.end+int64(len(data)), p.epoch
	m, err := p.message(rangeKind, p.line.end, content{sum: next.sum(), data: data})
	if err == nil {
		next.seq, err = p.o.put(ctx, m, p.line.seq)
	}
	if err == nil {
		p.line = next
	}
	return err
}

func (p *Publisher) message(kind string, offset int64, c content) (*nats.Msg, error) {
	return write(p.o.subject(), p.key, seal.Place{Run: p.o.Run, Epoch: p.epoch, Offset: offset, Kind: kind}, c)
}

// claim publishes the message that claims the epoch. A hub that has lost that, or never had it, may lack the key, too.
func (p *Publisher) claim(ctx context.Context) error {
	making, cancel := p.o.attempt(ctx)
	defer cancel()
	if _, err := p.o.Keys.Make(making, p.o.Run, p.epoch); err != nil {
		return err
	}
	return p.append(ctx, nil)
}
