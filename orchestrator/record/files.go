package record

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/capture"
	"stead/inject/redaction"
	"stead/internal/asciicast"
	"stead/internal/ptyx"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// Files are what a run leaves in its folder: its record, the journal of its session, the recording of its terminal.
type Files struct {
	Record  *Keeper
	Journal *store.Journal
	// Terminal is the recording of what is drawn. It begins with the first CLI.
	Terminal *capture.Recording

	folder runs.Folder
	live   *store.Store
	// shown is the last entry of the live view that [Files.Show] has passed on, forgotten the last that is no more in that view.
	shown, forgotten uint64
}

// Place is where runs are kept.
type Place struct {
	Folder runs.Folder
	// Live is the view of the runs of this process.
	Live *store.Store
	// Changed is called with each new record of the run, one at a time.
	Changed func(runs.Run)
}

// Open returns the files of a run whose folder exists. Its journal is opened by [Files.Begin] or [Files.Continue].
func (p Place) Open(run runs.Run) *Files {
	return &Files{Record: NewKeeper(p.Folder, run, p.Changed), folder: p.Folder, live: p.Live}
}

// Begin keeps a session in a new journal, whole: what a policy leaves out of the delivery is not left out here. The learner learns it meanwhile.
func (f *Files) Begin(past timeline.Stream, learner *redaction.Learner) error {
	id := f.Record.Current().ID
	journal, err := store.Create(f.folder.Journal(id), learner.Over(past))
	if err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", id, err)
	}
	f.Journal = journal
	return journal.Announce(f.live, id, past.Header)
}

// Continue opens the journal of a run that was broken off.
func (f *Files) Continue(h timeline.Header) (err error) {
	id := f.Record.Current().ID
	if f.Journal, _, err = store.Reopen(f.folder.Journal(id)); err != nil {
		return err
	}
	return f.Journal.Announce(f.live, id, h)
}

// Events is the file that the hooks of the run's CLI write.
func (f *Files) Events() string { return f.folder.Events(f.Record.Current().ID) }

// RecordTerminal begins the recording of the run's terminal, or continues it with the next CLI: there is one for all the CLIs of a run.
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

// Show passes on each entry that appears in the live view, until the context ends. It waits on the view's watch channels, as any other
// reader of it does, so an entry is seen as soon as it is in the journal, and never before.
func (f *Files) Show(ctx context.Context, pass func(*timeline.Entry)) error {
	id := f.Record.Current().ID
	for next := f.shown + 1; ; {
		ended := ctx.Err() != nil
		watch := store.NewWatchSet()
		for row := range f.live.Snapshot().Entries(watch, id, next) {
			e, err := f.Journal.Read(row)
			if err != nil {
				return err
			}
			pass(e)
			next = row.Sequence + 1
			f.shown = row.Sequence
		}
		if err := f.forgetShown(id); err != nil {
			return err
		}
		if ended {
			return nil
		}
		_ = watch.WatchCtx(ctx) // whether changed or ended: there may be more
	}
}

// viewed is how many entries the live view keeps at least: a row takes some 1.4 KB.
const viewed = 1000

// forgetShown takes old entries out of the live view, many at once.
func (f *Files) forgetShown(id string) error {
	if f.shown < f.forgotten+2*viewed {
		return nil
	}
	f.forgotten = f.shown - viewed
	return f.live.Forget(id, f.forgotten)
}

// Close ends the recording with the record's exit code, and the journal.
func (f *Files) Close() error {
	var ended error
	if f.Terminal != nil {
		ended = f.Terminal.End(f.Record.Current().ExitCode)
	}
	return errors.Join(f.closeJournal(), ended)
}

// Remove takes everything back. Nothing was started.
func (f *Files) Remove() error {
	return errors.Join(f.closeJournal(), f.folder.Remove(f.Record.Current().ID))
}

func (f *Files) closeJournal() error {
	if f.Journal == nil {
		return nil
	}
	return f.Journal.Close()
}
