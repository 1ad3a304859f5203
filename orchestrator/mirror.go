package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// mirror keeps a session in the source's CLI up to what a run has come to. A nil mirror keeps nothing.
type mirror struct {
	*course
	request Request
	home    Adapter
	// turns is told of the end of each turn.
	turns chan struct{}
	// alarmed is what the user was told last of the present mirror.
	alarmed string
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
	ctx = context.WithoutCancel(ctx) // what a run that is interrupted has come to is mirrored, too
	keeping, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() { m.attend(keeping) })
	return func() {
		stop()
		done.Wait()
		m.update(ctx, true)
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
	if !ok || present.Fingerprint.Rows != "" { // to read a database again and again costs too much
		return
	}
	if m.isChanged(ctx, present) {
		m.alarm("%s was gone on with: what is said there stays there, and the next turn of this run goes into another mirror",
			present.Reference())
	}
}

func (m *mirror) isChanged(ctx context.Context, present runs.Mirror) bool {
	now, err := writers.FingerprintOf(ctx, m.home.Writer, present.Location())
	return err == nil && now != present.Fingerprint
}

// alarm tells the user something about the present mirror, and that once.
func (m *mirror) alarm(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if text != m.alarmed {
		m.seen.Note(text)
	}
	m.alarmed = text
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
	last, err := reach(journal, run, finally)
	present, exists := run.Mirror()
	if err != nil || last == present.Entries || last == 0 {
		return err
	}
	if exists {
		news := m.told(between(journal, run, present.Entries, last), run)
		leaves, err := m.leaves(m.grow(ctx, present, news, last, finally), present, finally)
		if !leaves {
			return err
		}
	}
	return m.create(ctx, m.told(until(journal, run, last), run), last)
}

// reach returns the place of the last entry that the mirror shall hold.
func reach(journal timeline.Stream, run runs.Run, finally bool) (int, error) {
	if run.To.CLI == run.Home() && len(run.Hops) == 0 {
		return 0, nil // nothing has left the source's CLI yet
	}
	whole, settled, err := added(journal, run)
	if finally {
		return whole, err
	}
	present, _ := run.Mirror()
	return max(settled, present.Entries), err
}

// told is a part of the run's timeline as the source's CLI is told it.
func (m *mirror) told(s timeline.Stream, run runs.Run) timeline.Stream {
	return retold(s, run.Again, run.Home())
}

// leaves reports whether what came of adding to the present mirror means that another takes its place, and says so.
func (m *mirror) leaves(err error, present runs.Mirror, finally bool) (bool, error) {
	switch {
	case errors.Is(err, writers.ErrChanged):
		m.alarm("%s was gone on with: it stays as it is, and the run is mirrored in a session of its own", present.Reference())
	case errors.Is(err, errOpen):
		m.alarm("%s %v: it stays as it is, and the run is mirrored in a session of its own", present.Reference(), err)
	case errors.Is(err, writers.ErrRewritten) && !present.Source && !finally:
		m.alarm("%s cannot be added to: the run is mirrored anew when it ends", present.Reference())
		return false, nil
	case errors.Is(err, writers.ErrRewritten):
		m.alarm("%s is left as it is: %v", present.Reference(), err)
	default:
		return false, err
	}
	return true, nil
}
