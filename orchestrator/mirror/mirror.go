package mirror

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"stead/adapters/adapter"
	"stead/forks"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/orchestrator/record"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline/store"
	"stead/writers"
)

// Options say what is mirrored where. All fields but Sync's policies must be set.
type Options struct {
	// Home is the CLI in which the mirror lies: that of the run's source.
	Home    inject.Adapter
	Sources source.Finder
	// Lineage is where a mirror that is made is noted.
	Lineage forks.Log
	// Policies are laid over what goes into the mirror.
	Policies policy.Policies
	// Writing says where and how Home's sessions are written, for one that was held in a folder.
	Writing func(ctx context.Context, dir string) (injection.Target, writers.Options)
	// Note tells the user something.
	Note func(string)
}

// Mirror keeps a session in the source's CLI and a run at the same: what the run comes to goes into that session, and
// what is said there into the run. A nil mirror keeps nothing.
type Mirror struct {
	pair *pair
	// turns gets the end of each turn.
	turns chan struct{}
	// worker is the CLI that works now. Nil between two.
	worker atomic.Pointer[Worker]

	access sync.Mutex // held while something is brought over
	// stamp is the mirror's file at the last look; pending says that something was in it that could not be brought over
	// yet.
	stamp   string
	pending bool
	// isOpen says that it waits for the mirror to be closed.
	isOpen bool
}

// Worker is the run's CLI at work.
type Worker interface {
	// IsIdle reports whether it waits for its user, and nothing that was typed stands in its composer.
	IsIdle() bool
	// MakeWay ends it, so that it continues with the mirror's new turns.
	MakeWay()
}

// Rest is the run's own session while no CLI has it.
type Rest struct {
	inject.Adapter
	Target  injection.Target
	At      adapter.Location
	Options writers.Options
	// Policies are laid over what comes from the mirror.
	Policies policy.Policies
}

// New returns a mirror that keeps nothing until it is attached to a run.
func New(o Options) *Mirror { return &Mirror{pair: &pair{options: o}, turns: make(chan struct{}, 1)} }

// Attach has it mirror a run, by its record and its journal.
func (m *Mirror) Attach(r *record.Keeper, j *store.Journal) {
	if m != nil {
		m.pair.record, m.pair.journal = r, j
	}
}

// moment is when something is brought over.
type moment struct {
	// isLook says that nothing has happened in the run: what it has said so far may be half a turn.
	isLook bool
	// last says that the run ends: it will not come again.
	last bool
	// rest is the run's own session while no CLI has it. Nil while one works.
	rest *Rest
}

// During has the CLI that works now ended when it must make way for what was said in the mirror, until the returned
// function is called.
func (m *Mirror) During(w Worker) (leave func()) {
	if m == nil {
		return func() {}
	}
	m.worker.Store(&w)
	return func() { m.worker.Store(nil) }
}

// isIdle reports whether a CLI works now, and waits for its user.
func (m *Mirror) isIdle() bool {
	w := m.worker.Load()
	return w != nil && (*w).IsIdle()
}

// AtRest brings over what is new while no CLI has the run's session, and returns what the user is to be told of it, if
// anything.
func (m *Mirror) AtRest(ctx context.Context, rest Rest) (word string) {
	if m == nil {
		return ""
	}
	m.update(ctx, moment{rest: &rest})
	return m.pair.takeWord()
}

// TurnEnded tells that a turn of the run has ended.
func (m *Mirror) TurnEnded() {
	if m == nil {
		return
	}
	select {
	case m.turns <- struct{}{}:
	default: // it has not come to the turn before yet, and will see both
	}
}

// Keep brings over what is new on either side until the returned function is called with the session that was the run's
// last, which brings over what is left.
func (m *Mirror) Keep(ctx context.Context) (finish func(Rest)) {
	if m == nil {
		return func(Rest) {}
	}
	ctx = context.WithoutCancel(ctx) // what a run that is interrupted has come to is mirrored, too
	keeping, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() { m.attend(keeping) })
	return func(last Rest) {
		stop()
		done.Wait()
		m.update(ctx, moment{last: true, rest: &last})
	}
}

// lookout is how often the mirror is checked for turns of the user.
const lookout = 2 * time.Second

func (m *Mirror) attend(ctx context.Context) {
	ticker := time.NewTicker(lookout)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.turns:
			m.update(context.WithoutCancel(ctx), moment{})
		case <-ticker.C:
			m.look(context.WithoutCancel(ctx))
		}
	}
}

// look brings over what the user has said in the mirror, if its file has changed, or something waits that the run can
// be given now.
func (m *Mirror) look(ctx context.Context) {
	if m.hasNews() {
		m.update(ctx, moment{isLook: true})
	}
}

func (m *Mirror) hasNews() bool {
	m.access.Lock()
	defer m.access.Unlock()
	present, ok := m.pair.record.Current().Mirror()
	if !ok {
		return false
	}
	before := m.stamp
	m.stamp = stampOf(present.Path)
	return m.stamp != before || m.pending && m.isIdle() && !m.isStillOpen(present)
}

func (m *Mirror) isStillOpen(present runs.Mirror) bool {
	if !m.isOpen {
		return false
	}
	_, open := workerOf(m.pair.options.Home, m.pair.options.Sources.Host, present)
	return open
}

// stampOf tells whether a file was written to since. A database in use has its news in a file beside it.
func stampOf(path string) (stamp string) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			stamp += fmt.Sprintf("%d %d ", info.Size(), info.ModTime().UnixNano())
		}
	}
	return stamp
}

// update brings both sides to the same, as far as they are at rest. What fails is said: the run goes on.
func (m *Mirror) update(ctx context.Context, at moment) {
	m.access.Lock()
	defer m.access.Unlock()
	if _, ok := m.pair.record.Current().Base(); ok {
		return // the mirror stays what the conversation was before its user opened another session
	}
	if err := m.bring(ctx, at); err != nil {
		m.pair.options.Note(fmt.Sprintf("the run could not be mirrored in %s: %v", m.pair.options.Home.Reader.Info().Title,
			err))
	}
}

// bring does what reconcile decides.
func (m *Mirror) bring(ctx context.Context, at moment) error {
	present, theirs, err := reading{m.pair}.read(ctx, at)
	if err != nil {
		return err
	}
	ours, err := m.pair.measure(ctx, at, m.isIdle())
	if err != nil {
		return err
	}
	step := Decide(ours.side, theirs.side, at.last)
	if at.isLook && ours.side.Busy && (step == Give || step == Part) {
		step = Wait
	}
	m.pending, m.isOpen = step == Wait && !theirs.isAtWork, step == Wait && theirs.side.Said == 0
	switch {
	case step == Nothing:
		return m.pair.adopt(present, theirs)
	case present.ID == "":
		return giving{m.pair}.create(ctx, ours)
	case step == Give:
		return giving{m.pair}.give(ctx, present, theirs, ours, at.last)
	case step == Take:
		return m.take(ctx, present, theirs, at)
	case step == Part:
		return m.part(ctx, present, theirs, ours)
	}
	m.remarkWait(present, theirs, ours)
	return nil
}

// take brings what was said in the mirror into the run. A CLI that has the run's session open is ended before, which
// knows nothing of what comes into the file beside it. Where nothing can be added, both sides are kept.
func (m *Mirror) take(ctx context.Context, present runs.Mirror, theirs gained, at moment) error {
	if at.rest == nil {
		m.pending = true
		if w := m.worker.Load(); w != nil {
			(*w).MakeWay()
		}
		return nil
	}
	err := taking{m.pair}.take(ctx, at.rest, present, theirs)
	if !errors.Is(err, writers.ErrRewritten) && !errors.Is(err, writers.ErrChanged) {
		return err
	}
	m.pair.alarm("the new turns of %s cannot be brought into %s: %v", present.Reference(), at.rest.Target.Store.CLI, err)
	ours, err := m.pair.measure(ctx, at, m.isIdle())
	if err != nil {
		return err
	}
	return m.part(ctx, present, theirs, ours)
}

// part keeps both sides as they are: what was said in the mirror becomes a branch of the run's timeline, and the run is
// mirrored in a session of its own.
func (m *Mirror) part(ctx context.Context, present runs.Mirror, theirs gained, ours progress) error {
	p := m.pair
	if theirs.side.Said == 0 && !theirs.side.Back {
		p.alarm("%s is open in %s: it stays as it is, and the run is mirrored in a session of its own", present.Reference(),
			p.options.Home.Driver.Info().Title)
		return giving{p}.create(ctx, ours)
	}
	if _, err := (taking{p}).keepEntries(ctx, present, branched(theirs.entries, present)); err != nil {
		return err
	}
	present.Parted = theirs.side.Said
	if err := p.keepMirror(present); err != nil {
		return err
	}
	run := p.record.Current()
	ours.run = run // what is a branch now is not mirrored
	p.tell("the run and %[1]s have both continued, and both are kept: the run continues without the turns from there. "+
		"To bring them into the run: stead fork merge %[1]s --into run:%[3]s --to %[2]s",
		present.Reference(), run.To.CLI, run.ID)
	if ours.last == 0 {
		return nil // there is nothing to mirror yet
	}
	return giving{p}.create(ctx, ours)
}

// remarkWait says what is waited for.
func (m *Mirror) remarkWait(present runs.Mirror, theirs gained, ours progress) {
	switch {
	case theirs.side.Said > 0 && !theirs.side.Busy:
		m.pair.alarm(
			"%s was continued: its new turns come into this run when the run is idle, and stay a branch if the run continues first",
			present.Reference())
	case theirs.side.Said == 0 && ours.side.Said > 0 && theirs.pid != 0:
		m.pair.alarm("%s is open in %s (process %d): new turns come into it when it is closed there",
			present.Reference(), m.pair.options.Home.Driver.Info().Title, theirs.pid)
	}
}
