package replica

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

// Options say what is published.
type Options struct {
	Conn *nats.Conn
	Keys *seal.Keyring
	// Self is this machine, whose run it is.
	Self member.Member
	Run  string
	// Journal is the local file.
	Journal string
	// Alive reports whether somebody has the journal open to append to it: it is not written to then. Nil: nobody has.
	Alive func() bool
	// Branched is told of a file beside the journal that keeps the line which is not the run's. May be nil.
	Branched func(path string)
	// Failed is told why publishing waits. May be nil.
	Failed func(error)
}

// Publisher publishes a run's journal. It is not safe for use by several goroutines.
type Publisher struct {
	o      Options
	source Source
	writer writer
	local  local
	// line is what the hub has, when it is known.
	line line
}

// New returns who publishes a run from this machine. Nothing happens until [Publisher.Begin].
func New(o Options) *Publisher {
	return &Publisher{
		o: o, source: Source{Conn: o.Conn, Keys: o.Keys, Of: o.Self.Peer, Run: o.Run}, local: local{path: o.Journal},
		line:   newLine(),
		writer: writer{subject: layout.RunSubject(o.Self.User, o.Self.Key, o.Run)},
	}
}

// Begin brings hub and journal to one line: what the hub has and the journal lacks comes into the journal, as far as
// this machine has signed it. Where they are two lines, the journal's stays, and the other lies beside it. Errors:
// those of the hub and the disk, after which it may be tried again.
func (p *Publisher) Begin(ctx context.Context) (err error) {
	if p.writer.private, err = p.o.Self.Private(); err != nil {
		return err
	}
	if err := p.ready(ctx); err != nil {
		return err
	}
	return p.retry(ctx, p.match)
}

// ready has the run's key lie at the hub. One that has lost all messages of the run, or never had any, may lack it.
func (p *Publisher) ready(ctx context.Context) (err error) {
	ctx, cancel := p.source.attempt(ctx)
	defer cancel()
	if p.writer.key, err = p.o.Keys.Make(ctx, p.source.name(), keyEpoch); err != nil {
		return fmt.Errorf("make the key of run %s: %w", p.o.Run, err)
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

// Sync brings the hub and the journal together, once: all whole lines of the journal are at the hub when it returns
// nil. Begin comes first. Errors: as Begin.
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

// append publishes what follows the line.
func (p *Publisher) append(ctx context.Context, data []byte) error {
	next := p.line
	clone, err := cloneOf(p.line.hash)
	if err != nil {
		return err
	}
	clone.Write(data)
	next.hash, next.end = clone, p.line.end+int64(len(data))
	m, err := p.message(rangeKind, p.line.seq, p.line.end, content{sum: next.sum(), data: data})
	if err == nil {
		next.seq, err = p.source.put(ctx, m, p.line.seq)
	}
	if err == nil {
		p.line = next
	}
	return err
}

// message makes a message that follows another one.
func (p *Publisher) message(kind string, after uint64, offset int64, c content) (*nats.Msg, error) {
	return p.writer.write(seal.Place{Run: p.source.name(), Epoch: after, Offset: offset, Kind: kind}, c)
}
