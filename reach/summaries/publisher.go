package summaries

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/catalog/listing"
	"stead/reach/member"
	"stead/reach/roster"
	"stead/reach/seal"
)

// MostOfNode is how many sessions of a machine others are told of: the newest.
const MostOfNode = 20_000

// Publisher tells the user's other machines what lists show of this one's sessions and runs. All fields but the last
// must be set.
type Publisher struct {
	Conn *nats.Conn
	// JS is of the same connection, and lasts as long: what waits for answers in it stays until that is closed.
	JS    jetstream.JetStream
	Keys  *seal.Keyring
	Self  member.Member
	Known *roster.Roster
	// Folder is stead's folder for data.
	Folder string
	// Rows are the rows of all sessions as they may leave this machine, none folded, the newest first.
	Rows func(context.Context) ([]listing.Row, error)
	// Runs are the runs as they may leave this machine, those first of which others are told before all: see
	// MostRunsOfNode.
	Runs func() ([]Run, error)
	// Changed says that they may have changed.
	Changed <-chan struct{}
	// Failed is told of what goes wrong. It is tried again.
	Failed func(error)
	// Every is how long lies between two looks at least. 0: five seconds.
	Every time.Duration
}

const (
	every = 5 * time.Second
	// share is which part of the time looks may take: one part of so many.
	share = 20
	// slowly is how often the publisher looks without a notice of a change: the system may have lost one.
	slowly = 10 * time.Minute
	// longest is how long a look may take, farewell how long the last one.
	longest  = 2 * time.Minute
	farewell = 2 * time.Second
)

// Serve publishes what has changed until ctx is done. While no other machine of the user could read it, nothing is
// published.
func (p Publisher) Serve(ctx context.Context) {
	s := newPublishing(p)
	back := p.Conn.StatusChanged(nats.CONNECTED)
	defer p.Conn.RemoveStatusListener(back)
	for {
		s.attend(ctx)
		select {
		case <-ctx.Done():
			s.leave(ctx)
			return
		case <-back:
			s.there = nil // the hub may be another one, or one that has lost something
			s.isDue = true
		case <-p.Changed:
			s.isDue = true
		case <-time.After(s.rest()):
		}
	}
}

// publishing is what is known of what the hub has.
type publishing struct {
	Publisher
	epochs epochs
	// there is what the hub has, by the names of the sessions and runs. Nil: that must be read.
	there map[string]stored
	// missed are those that the last look has not found, though the hub has them.
	missed map[string]bool
	// isDue says that something may have changed; next is when is looked again, looked when that was last done, failures
	// how often it has failed since.
	isDue        bool
	next, looked time.Time
	failures     int
}

func newPublishing(p Publisher) *publishing {
	if p.Every == 0 {
		p.Every = every
	}
	return &publishing{Publisher: p, isDue: true, epochs: epochs{epochsPath(p.Folder), p.Keys, p.Self, p.Known}}
}

// stored is a summary at the hub.
type stored struct {
	sum     [sha256.Size]byte
	version int64
}

// rest is how long nothing is done without news. A ticker of the time between two looks would be just too early for
// each second one.
func (s *publishing) rest() time.Duration {
	if rest := time.Until(s.next); rest > 0 {
		return rest
	}
	return s.Every
}

// attend looks, if that is due.
func (s *publishing) attend(ctx context.Context) {
	now := time.Now()
	isDue := s.isDue || s.there == nil || now.Sub(s.looked) > slowly
	if !isDue || now.Before(s.next) || !s.Conn.IsConnected() || !s.hasReaders() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	s.isDue = false
	err := s.look(ctx)
	s.looked = time.Now()
	s.next = now.Add(max(s.Every, share*s.looked.Sub(now)))
	if err == nil {
		s.failures = 0
		return
	}
	s.isDue, s.there = true, nil // what has come to the hub is not known
	s.failures = min(s.failures+1, 4)
	s.next = s.looked.Add(s.Every << s.failures)
	if !errors.Is(ctx.Err(), context.Canceled) {
		s.Failed(err)
	}
}

// leave publishes what has changed last, before the machine is away. Where the hub has gone first, the next start does
// that.
func (s *publishing) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	s.isDue, s.next, s.Failed = true, time.Time{}, func(error) {}
	s.attend(ctx)
}

// hasReaders reports whether the user has another machine.
func (s *publishing) hasReaders() bool {
	for _, p := range s.Known.All() {
		if p.User == s.Self.User && p.Key != s.Self.Key && p.Recipient != "" {
			return true
		}
	}
	return false
}

// look publishes in what the sessions and runs differ from what the hub has.
func (s *publishing) look(ctx context.Context) error {
	all, err := s.told(ctx)
	if err != nil {
		return err
	}
	if s.there == nil {
		if s.there, err = s.read(ctx); err != nil {
			return err
		}
	}
	changed := s.changes(all)
	if len(changed) == 0 {
		return nil
	}
	key, epoch, err := s.epochs.current(ctx)
	if err != nil {
		return err
	}
	if err := s.publish(ctx, changed, key, epoch); err != nil {
		return fmt.Errorf("tell the others of this machine's sessions and runs: %w", err)
	}
	return nil
}

// read reads what the hub has of this machine. What does not open counts as not there.
func (s *publishing) read(ctx context.Context) (map[string]stored, error) {
	if err := s.Keys.Restore(ctx); err != nil {
		return nil, err
	}
	there := map[string]stored{}
	o := newOpener(s.Keys, s.Self.Peer)
	for from := uint64(1); ; {
		all, err := page(ctx, s.Conn, s.Self.Peer, from)
		if err != nil || len(all) == 0 {
			return there, err
		}
		for _, raw := range all {
			m, err := parse(s.Self.Peer, raw)
			if m.sequence == 0 {
				return nil, err
			}
			from = m.sequence + 1
			if err != nil {
				continue
			}
			if row, err := o.open(ctx, m); err == nil {
				there[m.name] = stored{sha256.Sum256(row), m.version}
			} else if !errors.Is(err, errMessage) {
				return nil, err
			}
		}
	}
}

// change is a summary that the hub is to have.
type change struct {
	name string
	row  []byte
	as   stored
}

// changes are those by which the hub has what it should. A CLI's store may be closed to others for a moment: what two
// looks in a row have missed is gone.
func (s *publishing) changes(all []told) (changed []change) {
	wanted := make(map[string]bool, len(all))
	now := time.Now().UnixNano()
	add := func(name string, row []byte) {
		was := s.there[name]
		as := stored{sha256.Sum256(row), max(now, was.version+1)}
		if as.sum != was.sum {
			changed = append(changed, change{name, row, as})
		}
	}
	for _, t := range all {
		wanted[t.name] = true
		add(t.name, t.row)
	}
	before := s.missed
	s.missed = map[string]bool{}
	for name, is := range s.there {
		switch {
		case wanted[name] || is.sum == gone:
		case before[name]:
			add(name, nil)
		default:
			s.missed[name], s.isDue = true, true
		}
	}
	return changed
}

// gone is the sum of no row.
var gone = sha256.Sum256(nil)

// unanswered is how many messages may be on their way at once.
const unanswered = 200

// publish has the hub take changes. Those that are on their way at once are in the order of their names, which tells
// the hub nothing.
func (s *publishing) publish(ctx context.Context, all []change, key seal.Key, epoch uint64) error {
	for len(all) > 0 {
		some := all[:min(unanswered, len(all))]
		all = all[len(some):]
		slices.SortFunc(some, func(a, b change) int { return strings.Compare(a.name, b.name) })
		if err := s.publishSome(ctx, some, key, epoch); err != nil {
			return err
		}
	}
	return nil
}

func (s *publishing) publishSome(ctx context.Context, some []change, key seal.Key, epoch uint64) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answers := make([]jetstream.PubAckFuture, 0, len(some))
	for _, c := range some {
		m, err := message{name: c.name, epoch: epoch, version: c.as.version}.sealedFor(s.Self.Peer, key, c.row)
		if err != nil {
			return err
		}
		answer, err := s.JS.PublishMsgAsync(m)
		if err != nil {
			return err
		}
		answers = append(answers, answer)
	}
	for i, answer := range answers {
		select {
		case <-answer.Ok():
			s.there[some[i].name] = some[i].as
		case err := <-answer.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
