package record

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/inject/redaction"
	"stead/internal/term/asciicast"
	"stead/internal/term/ptyx"
	"stead/orchestrator/history"
	"stead/orchestrator/view"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// Files are the files that a run leaves in its folder: its record, the journal of its session, the recording of its
// terminal.
type Files struct {
	Record  *Keeper
	Journal *store.Journal
	// Terminal is the recording of the screen. It begins with the first CLI.
	Terminal *capture.Recording

	folder runs.Folder
	live   *store.Store
	// added reads the entries that the run's CLIs add.
	added *store.Reader
}

// Place is where runs are kept.
type Place struct {
	Folder runs.Folder
	// Live is the process's live view.
	Live *store.Store
	// Changed is called with each new record of the run, one at a time, after the live view has it.
	Changed func(runs.Run)
}

// Open returns the files of a run whose folder exists. [Files.Begin] or [Files.Continue] opens its journal.
func (p Place) Open(run runs.Run) *Files {
	return &Files{Record: NewKeeper(p.Folder, run, p.changed), folder: p.Folder, live: p.Live}
}

// changed brings a new record into the live view and passes it on. The in-memory view accepts every record.
func (p Place) changed(r runs.Run) {
	_ = view.Describe(p.Live, view.State{Run: r, Alive: r.Status == runs.Running})
	p.Changed(r)
}

// Begin stores the whole session in a new journal, including entries that a policy leaves out of the delivery. The
// learner learns from it at the same time.
func (f *Files) Begin(past timeline.Stream, learner *redaction.Learner) error {
	id := f.Record.Current().ID
	journal, err := store.Create(f.folder.Journal(id), learner.Over(past))
	if err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", id, err)
	}
	f.Journal = journal
	return f.announce(past.Header)
}

// Continue opens the journal of an interrupted run.
func (f *Files) Continue(h timeline.Header) (err error) {
	id := f.Record.Current().ID
	if f.Journal, _, err = store.Reopen(f.folder.Journal(id)); err != nil {
		return err
	}
	return f.announce(h)
}

// announce puts the session into the live view, and begins to read added entries there.
func (f *Files) announce(h timeline.Header) (err error) {
	id := f.Record.Current().ID
	if err := f.Journal.Announce(f.live, id, h); err != nil {
		return err
	}
	f.added, err = f.live.Reader(id, f.Journal.Path(), f.Journal.Size())
	return err
}

// Arrange records in the journal which of its entries are in the conversation, according to the current session of the
// run's CLI. Info is that of the CLI.
func (f *Files) Arrange(ctx context.Context, session timeline.Stream, info adapter.Info) error {
	path, err := history.ReadPath(f.Journal.Session(ctx), session, f.Record.Current(), info)
	if err == nil {
		_, err = f.Journal.Arrange(ctx, path.Branches())
	}
	if err != nil {
		return fmt.Errorf("note in the journal of run %s what its user has left: %w", f.Record.Current().ID, err)
	}
	return nil
}

// Leave records in the journal that the user has left a session of the run's CLI for another one.
func (f *Files) Leave(ctx context.Context, left runs.Session) error {
	if _, err := f.Journal.Arrange(ctx, history.Leave(left)); err != nil {
		return fmt.Errorf("note in the journal of run %s that its user has left %s: %w", f.Record.Current().ID,
			left.Reference(), err)
	}
	return nil
}

// Attach stores the sessions of the sub-agents that were started in the run's session. Errors are those of the sessions
// and of the journal.
func (f *Files) Attach(ctx context.Context, session timeline.Stream) error {
	agents, err := history.Agents(session, f.Record.Current())
	if err != nil {
		return err
	}
	return f.Journal.Attach(ctx, agents)
}

// Events returns the path of the file that the hooks of the run's CLI write.
func (f *Files) Events() string { return f.folder.Events(f.Record.Current().ID) }

// RecordTerminal begins the recording of the run's terminal, or continues it with the next CLI. All the CLIs of a run
// share one recording.
func (f *Files) RecordTerminal(cli string, size ptyx.Size, term string, now func() time.Time) (err error) {
	if f.Terminal != nil {
		f.Terminal.Mark(now(), cli)
		return nil
	}
	run, title := f.Record.Current(), cli
	if run.From != (runs.Session{}) {
		title = run.From.Reference() + " in " + cli
	}
	f.Terminal, err = capture.Record(f.folder.Recording(run.ID), asciicast.Header{
		Columns: int(size.Columns), Rows: int(size.Rows), Start: run.Started, Title: title, Term: term,
	}, now)
	return err
}

// Show passes on each entry that appears in the live view, until the context ends. An entry appears only once it is in
// the journal.
func (f *Files) Show(ctx context.Context, pass func(*timeline.Entry)) error {
	return f.added.Follow(context.WithoutCancel(ctx), ctx.Done(), func(l store.Line) error {
		e, err := l.Entry()
		if err == nil {
			pass(e)
		}
		return err
	})
}

// OpenCalls returns a function that counts the calls without a result that came into the live view from now on.
func (f *Files) OpenCalls() func() int {
	id := f.Record.Current().ID
	before, _ := f.live.Snapshot().Session(nil, id)
	return func() (open int) {
		for _, call := range f.live.Snapshot().OpenCalls(nil, id) {
			if call.Sequence > before.Entries {
				open++
			}
		}
		return open
	}
}

// Close ends the recording with the record's exit code, and closes the journal.
func (f *Files) Close() error {
	var ended error
	if f.Terminal != nil {
		ended = f.Terminal.End(f.Record.Current().ExitCode)
	}
	return errors.Join(f.closeJournal(), ended)
}

// Remove deletes the files of a run in which nothing was started.
func (f *Files) Remove() error {
	id := f.Record.Current().ID
	return errors.Join(f.closeJournal(), f.live.Remove(id), f.folder.Remove(id))
}

func (f *Files) closeJournal() error {
	if f.added != nil {
		_ = f.added.Close() // it wrote nothing
	}
	if f.Journal == nil {
		return nil
	}
	return f.Journal.Close()
}
