package mirror

import (
	"context"
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
	"stead/orchestrator/history"
	"stead/orchestrator/reconcile"
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

// Mirror keeps a session in the source's CLI and a run at the same: what the run comes to goes into that session, and what is said there into
// the run. A nil mirror keeps nothing.
type Mirror struct {
	options Options
	record  *record.Keeper
	journal *store.Journal
	// turns is told of the end of each turn.
	turns chan struct{}
	// worker is the CLI that works now. Nil between two.
	worker atomic.Pointer[Worker]

	access sync.Mutex // held while something is brought over
	// alarmed is what the user was told last of the present mirror.
	alarmed string
	// stamp is the mirror's file at the last look; pending says that something was in it that could not be brought over yet.
	stamp   string
	pending bool
	// isOpen says that it waits for the mirror to be closed.
	isOpen bool
	// word is what the user is to be told between two CLIs.
	word string
}

// Worker is the run's CLI at work.
type Worker interface {
	// IsIdle reports whether it waits for its user, and nothing that was typed stands in its composer.
	IsIdle() bool
	// MakeWay ends it, so that it goes on with what was said in the mirror.
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
func New(o Options) *Mirror { return &Mirror{options: o, turns: make(chan struct{}, 1)} }

// Attach has it mirror a run, by its record and its journal.
func (m *Mirror) Attach(r *record.Keeper, j *store.Journal) {
	if m != nil {
		m.record, m.journal = r, j
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

// During has the CLI that works now ended when it must make way for what was said in the mirror, until the returned function is called.
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

// AtRest brings over what is new while no CLI has the run's session, and returns what the user is to be told of it, if anything.
func (m *Mirror) AtRest(ctx context.Context, rest Rest) (word string) {
	if m == nil {
		return ""
	}
	m.update(ctx, moment{rest: &rest})
	word, m.word = m.word, ""
	return word
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

// Keep brings over what is new on either side until the returned function is called with the session that was the run's last, which brings over
// what is left.
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

// look brings over what the user has said in the mirror, if its file has changed, or something waits that the run can be given now.
func (m *Mirror) look(ctx context.Context) {
	if m.hasNews() {
		m.update(ctx, moment{isLook: true})
	}
}

func (m *Mirror) hasNews() bool {
	m.access.Lock()
	defer m.access.Unlock()
	present, ok := m.record.Current().Mirror()
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
	_, open := workerOf(m.options.Home, m.options.Sources.Host, present)
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

// alarm tells the user something about the present mirror, and that once.
func (m *Mirror) alarm(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if text != m.alarmed {
		m.options.Note(text)
	}
	m.alarmed = text
}

// update brings both sides to the same, as far as they are at rest. What fails is said: the run goes on.
func (m *Mirror) update(ctx context.Context, at moment) {
	m.access.Lock()
	defer m.access.Unlock()
	if err := m.bring(ctx, at); err != nil {
		m.options.Note(fmt.Sprintf("the run could not be mirrored in %s: %v", m.options.Home.Reader.Info().Title, err))
	}
}

// bring does what reconcile decides.
func (m *Mirror) bring(ctx context.Context, at moment) error {
	run := m.record.Current()
	present, exists := run.Mirror()
	theirs, err := m.read(ctx, present, at)
	if err == nil {
		err = m.recognize(ctx, run, &present, &theirs)
	}
	if err != nil {
		return err
	}
	ours, err := m.measure(ctx, m.record.Current(), at)
	if err != nil {
		return err
	}
	step := reconcile.Decide(ours.side, theirs.side, at.last)
	if at.isLook && ours.side.Busy && (step == reconcile.Give || step == reconcile.Part) {
		step = reconcile.Wait
	}
	m.pending, m.isOpen = step == reconcile.Wait && !theirs.isAtWork, step == reconcile.Wait && theirs.side.Said == 0
	switch {
	case step == reconcile.Nothing:
		return m.adopt(present, theirs)
	case !exists:
		return m.create(ctx, m.told(history.Until(ours.journal, run, ours.last), run), ours.last)
	case step == reconcile.Give:
		return m.give(ctx, present, theirs, ours, at)
	case step == reconcile.Take:
		return m.take(ctx, present, theirs, at)
	case step == reconcile.Part:
		return m.part(ctx, present, theirs, ours)
	}
	m.remarkWait(present, theirs, ours)
	return nil
}

// remarkWait says what is waited for.
func (m *Mirror) remarkWait(present runs.Mirror, theirs gained, ours progress) {
	switch {
	case theirs.side.Said > 0 && !theirs.side.Busy:
		m.alarm("%s was gone on with: what was said there comes into this run when it is at rest, and stays a branch if the run goes on before",
			present.Reference())
	case theirs.side.Said == 0 && ours.side.Said > 0 && theirs.pid != 0:
		m.alarm("%s is open in %s (process %d): what is new comes into it when it is closed",
			present.Reference(), m.options.Home.Driver.Info().Title, theirs.pid)
	}
}
