package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"stead/inject"
	"stead/internal/adapter"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Sync says where the new turns of a run are mirrored in the source's CLI.
type Sync string

// The ways of mirroring.
const (
	// NoSync mirrors nothing.
	NoSync Sync = ""
	// SyncSession mirrors the run in a new session.
	SyncSession Sync = "session"
	// SyncSource mirrors it in the source itself, as long as nobody else has that open or goes on with it; then in a new session.
	SyncSource Sync = "source"
)

// ParseSync reads the way of mirroring as it is written on the command line; "off" is none.
func ParseSync(text string) (Sync, error) {
	switch s := Sync(text); s {
	case NoSync, "off":
		return NoSync, nil
	case SyncSession, SyncSource:
		return s, nil
	}
	return NoSync, fmt.Errorf("%w: there is no way %q to mirror a run: use session, source or off", ErrSync, text)
}

// ErrSync: a run cannot be mirrored in that way.
var ErrSync = errors.New("the run cannot be mirrored")

// mirror keeps a session in the source's CLI up to what a run has come to. A nil mirror keeps nothing.
type mirror struct {
	*course
	request Request
	home    Adapter
	// turns is told of the end of each turn.
	turns chan struct{}
	// alarmed tells that the user knows why the present mirror does not go on.
	alarmed bool
}

// newMirror prepares to mirror a run of the session that has been found. It is nil for a run that shall not be mirrored.
func (o *Orchestrator) newMirror(ctx context.Context, r Request, source runs.Session, seen Observer) (*mirror, []runs.Mirror, error) {
	if r.Sync == NoSync {
		return nil, nil, nil
	}
	if r.To == source.CLI && len(r.Failover) == 0 {
		seen.Note("the run goes on in the CLI of its source: there is nothing to mirror")
		return nil, nil, nil
	}
	home, err := o.adapter(source.CLI)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: nobody could go on in %s: %w", ErrSync, source.CLI, err)
	}
	m := &mirror{request: r, home: home, turns: make(chan struct{}, 1)}
	if r.Sync != SyncSource {
		return m, nil, nil
	}
	own, err := o.claim(ctx, home, source)
	if err != nil {
		seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: %v", source.Reference(), err))
		return m, nil, nil
	}
	return m, []runs.Mirror{own}, nil
}

// quiet is how long a session must not have changed whose CLI does not show that it has it open.
const quiet = 2 * time.Second

// claim takes the source for the run's mirror, unless somebody works with it.
func (o *Orchestrator) claim(ctx context.Context, home Adapter, source runs.Session) (runs.Mirror, error) {
	if pid, title, open := o.occupant(source); open {
		return runs.Mirror{}, fmt.Errorf("it is open in %s (process %d)", title, pid)
	}
	print, err := writers.FingerprintOf(ctx, home.Writer, adapter.Location{Path: source.Path, ID: source.ID})
	if err != nil {
		return runs.Mirror{}, err
	}
	if _, shows := home.Driver.(inject.Occupier); !shows && o.Host.Now().Sub(time.Unix(0, print.File.Modified)) < quiet {
		return runs.Mirror{}, errors.New("it has just changed")
	}
	return runs.Mirror{Session: source, Source: true, Fingerprint: print}, nil
}

// resumedMirror goes on with the mirrors of a run that is resumed.
func (o *Orchestrator) resumedMirror(r Request, run runs.Run) *mirror {
	home, err := o.adapter(run.From.CLI)
	if err != nil || r.Sync == NoSync && len(run.Mirrors) == 0 {
		return nil
	}
	return &mirror{request: r, home: home, turns: make(chan struct{}, 1)}
}

// wake tells that a turn has ended.
func (m *mirror) wake() {
	if m == nil {
		return
	}
	select {
	case m.turns <- struct{}{}:
	default: // it has not come to the turn before yet, and will see both
	}
}

// keep mirrors a run turn by turn until the returned function is called, which mirrors what is left.
func (m *mirror) keep(ctx context.Context, c *course) (finish func()) {
	if m == nil {
		return func() {}
	}
	m.course = c
	keeping, stop := context.WithCancel(context.WithoutCancel(ctx))
	var done sync.WaitGroup
	done.Go(func() { m.attend(keeping) })
	return func() {
		stop()
		done.Wait()
		m.update(context.WithoutCancel(ctx), true)
	}
}

// lookout is how often is looked whether the user has gone on with the mirror.
const lookout = 2 * time.Second

func (m *mirror) attend(ctx context.Context) {
	ticker := time.NewTicker(lookout)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.turns:
			m.update(context.WithoutCancel(ctx), false)
		case <-ticker.C:
			m.look(ctx)
		}
	}
}

// look tells the user when the mirror has been gone on with, while nothing is to be written.
func (m *mirror) look(ctx context.Context) {
	present, ok := m.ledger.current().Mirror()
	if !ok || m.alarmed || present.Fingerprint.Rows != "" { // to read a database again and again costs too much
		return
	}
	now, err := writers.FingerprintOf(ctx, m.home.Writer, present.Location())
	if err == nil && now != present.Fingerprint {
		m.alarm("%s was gone on with: what is said there stays there, and the next turn of this run goes into a mirror of its own", present.Reference())
	}
}

// alarm tells the user something about the present mirror, once.
func (m *mirror) alarm(format string, args ...any) {
	if !m.alarmed {
		m.seen.Note(fmt.Sprintf(format, args...))
	}
	m.alarmed = true
}

// update brings the mirror up to the end of the last turn; finally, to all that there is. What fails is said: the run goes on.
func (m *mirror) update(ctx context.Context, finally bool) {
	if err := m.bring(ctx, finally); err != nil {
		m.seen.Note(fmt.Sprintf("the run could not be mirrored in %s: %v", m.home.Reader.Info().Title, err))
	}
}

func (m *mirror) bring(ctx context.Context, finally bool) error {
	run := m.ledger.current()
	journal, err := m.o.openJournal(ctx, run.ID)
	if err != nil {
		return err
	}
	whole, settled, err := added(journal, run)
	if err != nil {
		return err
	}
	upTo := settled
	if finally {
		upTo = whole
	}
	present, exists := run.Mirror()
	isHome := run.To.CLI == run.From.CLI && len(run.Hops) == 0 // nothing has left the source's CLI yet
	if isHome || upTo == 0 || exists && present.Entries >= upTo {
		return nil
	}
	if exists {
		news := m.told(between(journal, run, present.Entries, upTo), run)
		grown, err := m.grow(ctx, present, news, finally)
		if err == nil && grown != nil {
			grown.Entries = upTo
			return m.note(*grown, run.Mirrors[:len(run.Mirrors)-1])
		}
		if err == nil || !m.leaves(err, present, finally) {
			return err
		}
	}
	return m.create(ctx, run, m.told(until(journal, run, upTo), run), upTo)
}

// told is a part of the run's timeline as the source's CLI is told it.
func (m *mirror) told(s timeline.Stream, run runs.Run) timeline.Stream {
	return retold(s, run.Again, run.From.CLI)
}

// leaves reports whether an error means that the present mirror is the user's from now on, and says so.
func (m *mirror) leaves(err error, present runs.Mirror, finally bool) bool {
	switch {
	case errors.Is(err, writers.ErrChanged):
		m.alarm("%s was gone on with: it stays as it is, and the run is mirrored in a session of its own", present.Reference())
	case errors.Is(err, errOpen):
		m.seen.Note(fmt.Sprintf("%s %v: it stays as it is, and the run is mirrored in a session of its own", present.Reference(), err))
	case errors.Is(err, writers.ErrRewritten):
		return present.Source || finally // of a format that cannot be added to there is one session at the end, not one each turn
	default:
		return false
	}
	return true
}

// errOpen: the mirror is open in its CLI.
var errOpen = errors.New("is open")

// grow adds what is new to the present mirror. It returns nil when that must wait: somebody has the mirror open, but has said nothing yet.
func (m *mirror) grow(ctx context.Context, present runs.Mirror, news timeline.Stream, finally bool) (*runs.Mirror, error) {
	if pid, title, open := m.o.occupant(present.Session); open {
		if finally || present.Source {
			return nil, fmt.Errorf("%w in %s (process %d)", errOpen, title, pid)
		}
		m.alarm("%s is open in %s (process %d): what is new comes into it when it is closed", present.Reference(), title, pid)
		return nil, nil
	}
	chosen, err := m.choose(ctx, news)
	if err != nil {
		return nil, err
	}
	target, options := m.target(ctx, news)
	receipt, err := target.Extend(ctx, present.Fingerprint, chosen.Stream.Entries, options)
	if err != nil {
		return nil, err
	}
	return m.describe(ctx, receipt, present.Source)
}

// create makes a new mirror of the whole run.
func (m *mirror) create(ctx context.Context, run runs.Run, all timeline.Stream, upTo int) error {
	chosen, err := m.choose(ctx, all)
	if err != nil {
		return err
	}
	target, options := m.target(ctx, all)
	receipt, err := target.Deliver(ctx, chosen, options)
	if err != nil {
		return err
	}
	made, err := m.describe(ctx, receipt, false)
	if err != nil {
		return err
	}
	made.Entries = upTo
	if err := m.note(*made, run.Mirrors); err != nil {
		return err
	}
	m.alarmed = false
	m.seen.Note("the run is mirrored in " + made.Reference())
	return nil
}

// choose lays the policies over what goes home. Nothing is cut: the CLI itself knows what to do with a session that is too long.
func (m *mirror) choose(ctx context.Context, s timeline.Stream) (inject.Selection, error) {
	return inject.Select(ctx, s, m.home.Driver.Info(), inject.Policies{
		Redaction: m.request.Redaction, Detector: m.o.Secrets, Vendor: m.o.vendor,
	})
}

func (m *mirror) target(ctx context.Context, s timeline.Stream) (inject.Target, writers.Options) {
	info := m.home.Driver.Info()
	ground := m.o.ground(m.home.Driver, Request{To: info.Name}, s.Header.Project.Path)
	program, _ := m.o.Locate(ctx, m.home.Driver) // without it the newest version that is known is written for
	configured := m.home.Driver.Configured(ground)
	options := writers.Options{
		Version: program.Version, Model: configured.Name, Provider: configured.Provider, Now: m.o.Host.Now(), NewID: uuid.NewString,
	}
	return inject.Target{Reader: m.home.Reader, Writer: m.home.Writer, Store: ground.Store}, options
}

// describe returns the mirror that was written.
func (m *mirror) describe(ctx context.Context, r writers.Receipt, isSource bool) (*runs.Mirror, error) {
	made := runs.Mirror{Session: runs.Session{CLI: r.CLI, ID: r.ID, Path: r.Path}, Source: isSource, Lines: r.Lines}
	var err error
	made.Fingerprint, err = writers.FingerprintOf(ctx, m.home.Writer, made.Location())
	return &made, err
}

// note keeps in the run's record what mirrors there are: the user's, and the present one.
func (m *mirror) note(present runs.Mirror, left []runs.Mirror) error {
	return m.ledger.update(func(r *runs.Run) { r.Mirrors = append(slices.Clone(left), present) })
}
