package summaries

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

// Reader brings a store up to date with the hub. All fields must be set.
type Reader struct {
	Conn *nats.Conn
	Keys *seal.Keyring
	// Self is this machine.
	Self  member.Peer
	Store *Store
	Now   func() time.Time
}

const (
	// atOnce is how many machines are read at a time.
	atOnce = 4
	// whole is how often all summaries of a machine are read anew: a hub that was restored from a backup has others under
	// sequences that were read.
	whole = 24 * time.Hour
)

// CatchUp reads what is new of some machines, and forgets all others. What was read stays when ctx ends, and the next
// time goes on from there. Errors: those of the hub and the database, joined.
func (r Reader) CatchUp(ctx context.Context, machines []member.Peer) error {
	if err := r.Store.Keep(ctx, r.Self.Key, machines); err != nil {
		return err
	}
	js, err := jetstream.New(r.Conn)
	if err != nil {
		return err
	}
	stream, err := layout.Stream(ctx, js, layout.Summaries)
	if err != nil {
		return fmt.Errorf("look what the hub has of sessions and runs: %w", err)
	}
	at := stream.CachedInfo()
	failures := make([]error, len(machines))
	var reading errgroup.Group
	reading.SetLimit(atOnce)
	for i, m := range machines {
		reading.Go(func() error {
			failures[i] = r.catchUp(ctx, m, at)
			return nil
		})
	}
	_ = reading.Wait() // it has no errors of its own
	return errors.Join(failures...)
}

// catchUp reads what is new of one machine, or all of it.
func (r Reader) catchUp(ctx context.Context, of member.Peer, at *jetstream.StreamInfo) error {
	p, err := r.Store.progressOf(ctx, of.Name)
	if err != nil {
		return err
	}
	now := r.Now().UnixNano()
	made := at.Created.UnixNano()
	if isWiped := p.stream != made; isWiped || p.sequence > at.State.LastSeq || p.ended != 0 &&
		now-p.ended > int64(whole) {
		p = progress{stream: made, began: now, wiped: isWiped}
	}
	o := newOpener(r.Keys, of)
	for {
		all, err := page(ctx, r.Conn, of, p.sequence+1)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return r.end(ctx, of, p)
		}
		portion, err := o.read(ctx, all, p)
		if failed := r.Store.take(ctx, of.Name, portion, now); err != nil || failed != nil {
			return errors.Join(err, failed)
		}
		p = portion.upTo
	}
}

// end notes that all was read anew. What a hub that was wiped does not have by then is gone. One that was restored from
// a backup may have lost it.
func (r Reader) end(ctx context.Context, of member.Peer, p progress) error {
	if p.ended != 0 {
		return nil
	}
	if p.wiped {
		if err := r.Store.sweep(ctx, of.Name, p.began); err != nil {
			return err
		}
	}
	p.ended, p.wiped = max(p.began, 1), false
	return r.Store.take(ctx, of.Name, portion{upTo: p}, p.began)
}

// read reads messages that came at once, up to one whose key nobody has wrapped for this machine yet: the next time
// goes on there. What is no summary of the machine counts for nothing.
func (o opener) read(ctx context.Context, all []*nats.Msg, from progress) (portion, error) {
	read := portion{upTo: from}
	for _, raw := range all {
		m, err := parse(o.of, raw)
		if m.sequence == 0 {
			return read, err
		}
		var row []byte
		if err == nil {
			row, err = o.open(ctx, m)
		}
		if err != nil && !errors.Is(err, errMessage) {
			return read, fmt.Errorf("read what %s tells: %w", o.of.Name, err)
		}
		read.upTo.sequence = m.sequence
		if err == nil {
			read.add(o.of.Name, m, row)
		}
	}
	return read, nil
}

// add adds what an opened message says. A row, or a run, that no list could show is left out.
func (p *portion) add(machine string, m message, row []byte) {
	if len(row) == 0 {
		p.gone = append(p.gone, m)
		return
	}
	if isRun(row) {
		if r, err := decodeRun(machine, row); err == nil {
			r.name, r.version = m.name, m.version
			p.runs = append(p.runs, r)
		}
		return
	}
	s, err := decode(machine, row)
	if err != nil {
		return
	}
	s.name, s.version = m.name, m.version
	p.rows = append(p.rows, s)
}
