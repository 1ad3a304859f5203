package orchestrator

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"stead/inject"
	"stead/orchestrator/history"
	"stead/orchestrator/reconcile"
	"stead/runs"
)

// mirror keeps a session in the source's CLI and a run at the same: what the run comes to goes into that session, and what is said there into
// the run. A nil mirror keeps nothing.
type mirror struct {
	*course
	request Request
	home    inject.Adapter
	// turns is told of the end of each turn.
	turns chan struct{}
	// works is the CLI that works now. Nil between two.
	works atomic.Pointer[supervision]

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

// moment is when something is brought over.
type moment struct {
	// isLook says that nothing has happened in the run: what it has said so far may be half a turn.
	isLook bool
	// last says that the run ends: it will not come again.
	last bool
	// rest is the run's own session while no CLI has it. Nil while one works.
	rest *delivery
}

// during has the CLI that works now ended when it must make way for what was said in the mirror, until the returned function is called.
func (m *mirror) during(s *supervision) (leave func()) {
	if m == nil {
		return func() {}
	}
	m.works.Store(s)
	return func() { m.works.Store(nil) }
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

// keep brings over what is new on either side until the returned function is called with the delivery that was the last, which brings over what
// is left.
func (m *mirror) keep(ctx context.Context) (finish func(*delivery)) {
	if m == nil {
		return func(*delivery) {}
	}
	ctx = context.WithoutCancel(ctx) // what a run that is interrupted has come to is mirrored, too
	keeping, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() { m.attend(keeping) })
	return func(last *delivery) {
		stop()
		done.Wait()
		m.update(ctx, moment{last: true, rest: last})
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
			m.update(context.WithoutCancel(ctx), moment{})
		case <-ticker.C:
			m.look(context.WithoutCancel(ctx))
		}
	}
}

// look brings over what the user has said in the mirror, if its file has changed, or something waits that the run can be given now.
func (m *mirror) look(ctx context.Context) {
	if m.hasNews() {
		m.update(ctx, moment{isLook: true})
	}
}

func (m *mirror) hasNews() bool {
	m.access.Lock()
	defer m.access.Unlock()
	present, ok := m.record.Current().Mirror()
	if !ok {
		return false
	}
	before := m.stamp
	m.stamp = stampOf(present.Path)
	return m.stamp != before || m.pending && m.works.Load().isIdle() && !m.isStillOpen(present)
}

func (m *mirror) isStillOpen(present runs.Mirror) bool {
	if !m.isOpen {
		return false
	}
	_, open := m.o.worker(m.home, present)
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
func (m *mirror) alarm(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if text != m.alarmed {
		m.seen.Note(text)
	}
	m.alarmed = text
}

// update brings both sides to the same, as far as they are at rest. What fails is said: the run goes on.
func (m *mirror) update(ctx context.Context, at moment) {
	m.access.Lock()
	defer m.access.Unlock()
	if err := m.bring(ctx, at); err != nil {
		m.seen.Note(fmt.Sprintf("the run could not be mirrored in %s: %v", m.home.Reader.Info().Title, err))
	}
}

// bring does what reconcile decides.
func (m *mirror) bring(ctx context.Context, at moment) error {
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
func (m *mirror) remarkWait(present runs.Mirror, theirs gained, ours progress) {
	switch {
	case theirs.side.Said > 0 && !theirs.side.Busy:
		m.alarm("%s was gone on with: what was said there comes into this run when it is at rest, and stays a branch if the run goes on before",
			present.Reference())
	case theirs.side.Said == 0 && ours.side.Said > 0 && theirs.pid != 0:
		m.alarm("%s is open in %s (process %d): what is new comes into it when it is closed",
			present.Reference(), m.home.Driver.Info().Title, theirs.pid)
	}
}
