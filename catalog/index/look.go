package index

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// Report says what was found and done.
type Report struct {
	// Places counts the places of all stores, Looked those into which was looked, as they had changed, Gone those that are
	// there no more.
	Places, Looked, Gone int
	// Pending counts the sessions whose texts are still to be read, PendingBytes the bytes of their files.
	Pending      int
	PendingBytes int64
	// Read counts the sessions whose texts were read, ReadBytes what was read of their files.
	Read      int
	ReadBytes int64
	// Warnings say what could not be read.
	Warnings []error
	// changed says that rows of sessions were written.
	changed bool
}

// Look brings the sessions up to date, without their texts: it compares all places with what is remembered of them, and
// looks into those that differ. Errors are those of the database, and that of ctx; what cannot be read of a store is a
// warning.
func (x *Index) Look(ctx context.Context) (Report, error) {
	if err := x.database.reopen(ctx); err != nil {
		return Report{}, err
	}
	s := survey{seen: map[int64]bool{}, unsure: map[string]bool{}}
	err := s.compare(ctx, x)
	if err == nil {
		err = s.summarize(ctx)
	}
	if err == nil {
		err = s.write(ctx, x.DB())
	}
	if err == nil {
		err = x.pending(ctx, &s.report)
	}
	if err != nil {
		return s.report, fmt.Errorf("update the catalog %s: %w", x.database.path, err)
	}
	return s.report, nil
}

// pending counts the sessions whose texts are still to be read.
func (x *Index) pending(ctx context.Context, to *Report) error {
	return x.DB().QueryRowContext(ctx, "SELECT count(*), ifnull(sum(bytes), 0) FROM session WHERE pending").Scan(
		&to.Pending, &to.PendingBytes)
}

// List returns the sessions as they now are, those of sub-agents too, the newest first: it does what Look and Sessions
// do, at the same time. A database that is damaged is made anew.
func (x *Index) List(ctx context.Context) ([]Session, Report, error) {
	all, report, err := x.list(ctx)
	isNew, failure := x.database.putAside(ctx, err)
	if failure != nil {
		return nil, report, failure
	}
	if isNew {
		return x.list(ctx)
	}
	return all, report, err
}

func (x *Index) list(ctx context.Context) ([]Session, Report, error) {
	if err := x.database.reopen(ctx); err != nil {
		return nil, Report{}, err
	}
	var before []Session
	var group errgroup.Group
	group.Go(func() (err error) {
		before, err = x.Sessions(ctx)
		return err
	})
	report, err := x.Look(ctx)
	if err := errors.Join(err, group.Wait()); err != nil {
		return nil, report, err
	}
	if isSame, err := x.holds(ctx, before); err != nil || isSame && !report.changed {
		return before, report, err
	}
	before, err = x.Sessions(ctx)
	return before, report, err
}

// holds reports whether sessions that were read are those of the database now. Another look, of this process or
// another, may have written them since: then the own one, which has begun later than the reading, found nothing to
// write.
func (x *Index) holds(ctx context.Context, read []Session) (bool, error) {
	var is, was struct{ count, updated, bytes, turns int64 }
	for _, s := range read {
		was.count++
		was.updated += nanoseconds(s.Summary.Updated) / int64(time.Second)
		was.bytes += s.Summary.Bytes
		was.turns += int64(s.Turns)
	}
	row := x.DB().QueryRowContext(ctx,
		"SELECT count(*), coalesce(sum(updated / 1000000000), 0), coalesce(sum(bytes), 0), coalesce(sum(turns), 0) FROM session")
	if err := row.Scan(&is.count, &is.updated, &is.bytes, &is.turns); err != nil {
		return false, fmt.Errorf("list the catalog: %w", err)
	}
	return is == was, nil
}

// remembered is a place in the database.
type remembered struct{ id, stamp int64 }

func (x *Index) known(ctx context.Context) (map[int64]remembered, error) {
	rows, err := x.DB().QueryContext(ctx, "SELECT key, id, stamp FROM place")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // it was only read
	known := map[int64]remembered{}
	for rows.Next() {
		var key int64
		var r remembered
		if err := rows.Scan(&key, &r.id, &r.stamp); err != nil {
			return nil, err
		}
		known[key] = r
	}
	return known, rows.Err()
}

// survey is one look at all stores.
type survey struct {
	known  map[int64]remembered
	seen   map[int64]bool
	unsure map[string]bool // stores of which not all places could be seen: by their CLI and root
	news   []news
	report Report
}

// news is a place that is new or has changed, with the sessions in it.
type news struct {
	readers.Place
	reader     readers.Reader
	key, stamp int64
	sessions   []timeline.Summary
	failures   []error
}

// compare looks at all places, and notes those that are not as they are remembered.
func (s *survey) compare(ctx context.Context, x *Index) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		s.known, err = x.known(ctx)
		return err
	})
	var all []*enumeration
	for _, r := range x.o.Readers {
		for _, store := range r.Discover(x.o.Host) {
			e := &enumeration{reader: r, store: store, now: x.o.Host.Now()}
			all = append(all, e)
			group.Go(func() error { return e.run(ctx) })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, e := range all {
		s.add(e)
	}
	s.report.Places, s.report.Looked = len(s.seen), len(s.news)
	return nil
}

// enumeration are the places of one store.
type enumeration struct {
	reader   readers.Reader
	store    adapter.Store
	now      time.Time
	places   []seenPlace
	failures []error
}

// seenPlace is a place as it was seen.
type seenPlace struct {
	readers.Place
	key, stamp int64
}

func (e *enumeration) run(ctx context.Context) error {
	for place, err := range e.reader.Places(ctx, e.store, readers.Query{}) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			e.failures = append(e.failures, fmt.Errorf("list the sessions of %s: %w", e.reader.Info().Title, err))
			continue
		}
		key := digest(place.Store.CLI, place.Store.Root, place.Path)
		e.places = append(e.places, seenPlace{place, key, stampOf(place, e.now)})
	}
	return nil
}

// add notes what is new in a store.
func (s *survey) add(e *enumeration) {
	s.report.Warnings = append(s.report.Warnings, e.failures...)
	if len(e.failures) > 0 {
		s.unsure[storeKey(e.store.CLI, e.store.Root)] = true
	}
	for i := range e.places {
		p := &e.places[i]
		s.seen[p.key] = true
		if known, ok := s.known[p.key]; !ok || p.stamp == 0 || known.stamp != p.stamp {
			s.news = append(s.news, news{Place: p.Place, reader: e.reader, key: p.key, stamp: p.stamp})
		}
	}
}

func storeKey(cli, root string) string { return cli + "\x00" + root }

// settle is how old a file's last change must be before the next one is sure to have another time: file systems tell
// times in steps of some milliseconds.
const settle = 20 * time.Millisecond

// stampOf returns a digest of a place as it stands: 0 when it may change without a trace.
func stampOf(p readers.Place, now time.Time) int64 {
	b := make([]byte, 0, 256)
	b = append(append(append(b, p.Project...), 0), p.Parent...)
	for _, f := range p.Files {
		if age := now.UnixNano() - f.Modified; age > -int64(settle) && age < int64(settle) {
			return 0
		}
		b = appendFile(append(b, 0), f.Path, f)
	}
	return digestOf(b)
}

func appendFile(b []byte, name string, f readers.File) []byte {
	b = append(append(b, name...), 0)
	b = binary.LittleEndian.AppendUint64(b, f.Inode)
	b = binary.LittleEndian.AppendUint64(b, uint64(f.Size))
	return binary.LittleEndian.AppendUint64(b, uint64(f.Modified))
}

// besideOf returns a digest of all files of a place but the first: it stays when the place is moved.
func besideOf(p readers.Place) int64 {
	if len(p.Files) < 2 {
		return 0
	}
	var b []byte
	for _, f := range p.Files[1:] {
		b = appendFile(b, filepath.Base(f.Path), f)
	}
	return digestOf(b)
}

func digest(parts ...string) int64 {
	b := make([]byte, 0, 256)
	for _, part := range parts {
		b = append(append(b, part...), 0)
	}
	return digestOf(b)
}

func digestOf(b []byte) int64 {
	sum := sha256.Sum256(b)
	return int64(binary.LittleEndian.Uint64(sum[:]))
}

// lookers is how many places are looked into at once: most of the work is done by the kernel.
const lookers = 2

// summarize looks into the places with news.
func (s *survey) summarize(ctx context.Context) error {
	var group errgroup.Group
	group.SetLimit(lookers)
	const portion = 64
	for from := 0; from < len(s.news); from += portion {
		part := s.news[from:min(from+portion, len(s.news))]
		group.Go(func() error {
			for i := range part {
				part[i].look(ctx)
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	for i := range s.news {
		s.report.Warnings = append(s.report.Warnings, s.news[i].failures...)
	}
	return err
}

func (n *news) look(ctx context.Context) {
	for summary, err := range n.reader.Summaries(ctx, n.Place) {
		if err != nil {
			n.failures = append(n.failures, fmt.Errorf("list the sessions of %s: %w", n.reader.Info().Title, err))
			n.stamp = 0 // it is said each time
			continue
		}
		n.sessions = append(n.sessions, summary)
	}
}
