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

// Options say what is mirrored where. All fields but Policies must be set.
type Options struct {
	// Home is the CLI that holds the mirror: that of the run's source.
	Home    inject.Adapter
	Sources source.Finder
	// Lineage records each new mirror.
	Lineage forks.Log
	// Policies apply to what goes into the mirror.
	Policies policy.Policies
	// Writing returns where and how Home's sessions are written, for a session of the given folder.
	Writing func(ctx context.Context, dir string) (injection.Target, writers.Options)
	// Note shows a note to the user.
	Note func(string)
}

// Mirror keeps a session in the source's CLI and a run in step: new turns of the run go into that session, and new
// turns of that session into the run. A nil mirror does nothing.
type Mirror struct {
	pair *pair
	// turns receives the end of each turn.
	turns chan struct{}
	// worker is the CLI that works now. Nil between two CLIs.
	worker atomic.Pointer[Worker]

	access sync.Mutex // held while turns are brought over
	// stamp is the state of the mirror's file at the last look. Pending says that it had turns that could not be brought
	// over yet.
	stamp   string
	pending bool
	// isOpen says that the pending turns wait for the mirror to be closed.
	isOpen bool
}

// Worker is the run's CLI at work.
type Worker interface {
	// IsIdle reports whether it waits for its user, with an empty composer.
	IsIdle() bool
	// MakeWay ends it, so that it continues with the mirror's new turns.
	MakeWay()
}

// Rest is the run's own session while no CLI has it open.
type Rest struct {
	inject.Adapter
	Target  injection.Target
	At      adapter.Location
	Options writers.Options
	// Policies apply to what comes from the mirror.
	Policies policy.Policies
}

// New returns a mirror that does nothing until it is attached to a run.
func New(o Options) *Mirror { return &Mirror{pair: &pair{options: o}, turns: make(chan struct{}, 1)} }

// Attach attaches the mirror to a run, by its record and its journal.
func (m *Mirror) Attach(r *record.Keeper, j *store.Journal) {
	if m != nil {
		m.pair.record, m.pair.journal = r, j
	}
}

// moment describes when turns are brought over.
type moment struct {
	// isLook says that no turn of the run has just ended: its latest entries may be half a turn.
	isLook bool
	// last says that the run ends: there is no later moment.
	last bool
	// rest is the run's own session while no CLI has it open. Nil while one works.
	rest *Rest
}

// During makes w the CLI that the mirror ends when it must make way for new turns of the mirror, until the returned
// function is called.
func (m *Mirror) During(w Worker) (leave func()) {
	if m == nil {
		return func() {}
	}
	m.worker.Store(&w)
	return func() { m.worker.Store(nil) }
}

// isIdle reports whether a CLI is running and waits for its user.
func (m *Mirror) isIdle() bool {
	w := m.worker.Load()
	return w != nil && (*w).IsIdle()
}

// AtRest brings over new turns while no CLI has the run's session open. It returns a message for the user, or "".
func (m *Mirror) AtRest(ctx context.Context, rest Rest) (word string) {
	if m == nil {
		return ""
	}
	m.update(ctx, moment{rest: &rest})
	return m.pair.takeWord()
}

// TurnEnded tells the mirror that a turn of the run has ended.
func (m *Mirror) TurnEnded() {
	if m == nil {
		return
	}
	select {
	case m.turns <- struct{}{}:
	default: // the turn before is not handled yet; both will be handled together
	}
}

// Keep brings over new turns of either side until the returned function is called. That function takes the run's last
// session and brings over the rest.
func (m *Mirror) Keep(ctx context.Context) (finish func(Rest)) {
	if m == nil {
		return func(Rest) {}
	}
	ctx = context.WithoutCancel(ctx) // the turns of an interrupted run are mirrored, too
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

// look brings over the user's turns in the mirror if its file has changed, or if pending turns can now go into the run.
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

// stampOf returns a value that changes when a file is written to. A database in use writes its changes to a file beside
// it.
func stampOf(path string) (stamp string) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			stamp += fmt.Sprintf("%d %d ", info.Size(), info.ModTime().UnixNano())
		}
	}
	return stamp
}

// update brings both sides to the same state, as far as they are at rest. It reports failures in a note; the run
// continues.
func (m *Mirror) update(ctx context.Context, at moment) {
	m.access.Lock()
	defer m.access.Unlock()
	if _, ok := m.pair.record.Current().Base(); ok {
		return // the mirror keeps the conversation from before the user opened another session
	}
	if err := m.bring(ctx, at); err != nil {
		m.pair.options.Note(fmt.Sprintf("the run could not be mirrored in %s: %v", m.pair.options.Home.Reader.Info().Title,
			err))
	}
}

// bring does what Decide decides.
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

// take brings the mirror's new turns into the run. It first ends a CLI that has the run's session open, because that
// CLI would not see what is added to its file. If nothing can be added, both sides are kept.
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

// part keeps both sides unchanged: the mirror's new turns become a branch of the run's timeline, and the run gets a new
// mirror session.
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
	ours.run = run // entries that are now a branch are not mirrored
	p.tell("the run and %[1]s have both continued, and both are kept: the run continues without the turns from there. "+
		"To bring them into the run: stead fork merge %[1]s --into run:%[3]s --to %[2]s",
		present.Reference(), run.To.CLI, run.ID)
	if ours.last == 0 {
		return nil // there is nothing to mirror yet
	}
	return giving{p}.create(ctx, ours)
}

// remarkWait tells the user what the mirror waits for.
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
