package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/render/transcript"
	"stead/orchestrator/delivery"
	"stead/orchestrator/history"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// followOne follows the session that the run is in until its user has left it for another one, which is returned once
// there is a word in it, or until the context ends.
func (f *follower) followOne(ctx context.Context) (next *delivery.Found, err error) {
	staying, leave := context.WithCancel(ctx)
	defer leave()
	var seeking sync.WaitGroup
	seeking.Go(func() {
		next = f.seek(staying)
		leave()
	})
	err = f.followTail(staying)
	leave()
	seeking.Wait()
	return next, err
}

func (f *follower) followTail(ctx context.Context) error {
	if f.delivery.Session.Tail == nil {
		<-ctx.Done()
		return nil
	}
	return capture.Follow(ctx, f.delivery.Session.Tail, capture.Poll,
		func(p readers.Progress) error { return f.progress(context.WithoutCancel(ctx), p) })
}

// seek waits until another session is on the screen and something was said in it. When the context has ended, it looks
// once more. One that cannot be read is being written.
func (f *follower) seek(ctx context.Context) *delivery.Found {
	current := f.files.Record.Current().To.ID
	for {
		ended := ctx.Err() != nil
		var again <-chan time.Time
		if id := f.screen.session(); id != current {
			if found, ok, err := f.delivery.Session.Find(context.WithoutCancel(ctx), id, ""); ok && err == nil {
				return &found
			}
			again = time.After(capture.Poll)
		}
		if ended {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-f.screen.news:
		case <-again:
		}
	}
}

// enter has the run go on in a session that its user has opened: what the run was in before becomes a branch of the
// timeline, and what the session holds follows.
func (f *follower) enter(ctx context.Context, found delivery.Found) error {
	left := f.files.Record.Current()
	isCopy, err := copies(found.Session, f.files.Journal.Session(ctx))
	if err != nil {
		return err
	}
	if err := f.files.Leave(ctx, left.To); err != nil {
		return err
	}
	lines, err := history.Earlier(found.Session.Entries, leftAfter(left, f.said))
	if err != nil {
		return err
	}
	to := runs.Session{CLI: left.To.CLI, ID: found.ID, Path: found.Path}
	isKnown := left.Knows(to)
	by := openingOf(lines, isCopy && !isKnown)
	if err := f.files.Record.Update(func(r *runs.Run) {
		r.Enter(to, by, runs.Hop{Reason: "its user went on in " + to.Reference(), Ended: f.now().UTC()})
	}); err != nil {
		return err
	}
	f.delivery.Session.Enter(found)
	if isKnown {
		lines = 0 // the journal has it all
	}
	f.moved = true // what is active in it was left a moment ago
	if err := f.hold(ctx, found.Session, lines); err != nil {
		return err
	}
	if !isKnown {
		if err := f.files.Record.Update(func(r *runs.Run) { r.Lines = lines }); err != nil {
			return err
		}
	}
	said := describe(by, to, f.delivery.Title()) + nameOfLeft(left)
	f.tell(said)
	f.warnOfOthers(to)
	select {
	case f.brief <- fmt.Sprintf("stead goes on in %s, %s", openings[by], to.Reference()):
	default: // the one before stands there still
	}
	return f.files.Journal.Append(noteOf(said, to, f.now()))
}

// leftAfter is the last moment at which the user was in the session before for certain: what is older in the one that
// he has opened was said there before, or is a copy.
func leftAfter(run runs.Run, last time.Time) time.Time {
	for _, begun := range []time.Time{run.Started, run.Resumed} {
		if begun.After(last) {
			last = begun
		}
	}
	return last
}

// noteOf is what the journal has of that: a hidden entry, which people see and no CLI is told.
func noteOf(said string, to runs.Session, at time.Time) *timeline.Entry {
	return &timeline.Entry{
		ID:        fmt.Sprintf("%s%s-%d", transcript.NotePrefix, to.ID, at.UnixMilli()),
		Timestamp: at.UTC().Format(time.RFC3339Nano), Type: timeline.System, Hidden: true,
		Content: timeline.NewText(said),
	}
}

// warnOfOthers tells when another process has the session open that the user has opened.
func (f *follower) warnOfOthers(in runs.Session) {
	for _, pid := range f.delivery.Adapter.OpenedBy(f.host, adapter.Location{Path: in.Path, ID: in.ID}) {
		if !f.owns(pid) {
			f.tell(fmt.Sprintf("%s is also open in another %s (process %d): two CLIs at once would damage it", in.Reference(),
				f.delivery.Title(), pid))
		}
	}
}

// copies reports whether a session is a copy of the one that is left.
func copies(opened, left timeline.Stream) (bool, error) {
	before, err := history.FirstPrompt(left.Entries)
	if err != nil {
		return false, err
	}
	first, err := history.FirstPrompt(opened.Entries)
	return history.IsCopy(before, first), err
}

// openingOf says how a session was opened, by what stood in it up to a record.
func openingOf(lines int, isCopy bool) runs.Opening {
	switch {
	case lines == 0:
		return runs.OpenedNew
	case isCopy:
		return runs.OpenedBranch
	}
	return runs.OpenedAgain
}

// openings name the ways in words.
var openings = map[runs.Opening]string{runs.OpenedNew: "a new session", runs.OpenedAgain: "an earlier session",
	runs.OpenedBranch: "a branch"}

func describe(by runs.Opening, to runs.Session, title string) string {
	return fmt.Sprintf("the run goes on in %s, %s that you opened in %s", to.Reference(), openings[by], title)
}

// nameOfLeft says how the part of the run can be named that was left, if anything was said in it.
func nameOfLeft(left runs.Run) string {
	if left.To.Path == "" {
		return ""
	}
	return "; what you left is " + runs.PartReference(left.ID, len(left.Hops)+1)
}

// hold brings what a session holds into the journal. What stands up to a record was said before the run was in it, and
// is not counted. What the CLI has not finished now, the tail reports once more.
func (f *follower) hold(ctx context.Context, session timeline.Stream, lines int) error {
	run := f.files.Record.Current()
	info := f.delivery.Adapter.Reader.Info()
	captured, err := history.ReadCaptured(f.files.Journal.Session(ctx), run, info)
	if err != nil {
		return err
	}
	f.before = captured
	held := readers.Progress{Turn: f.delivery.Session.LastTurn()}
	for e, err := range captured.Missing(session.Entries) {
		if err != nil {
			return err
		}
		if e.Native.Line > lines {
			held.Entries = append(held.Entries, e.Clone())
			continue
		}
		if err := f.files.Journal.Append(e); err != nil {
			return fmt.Errorf("keep the session in the journal of run %s: %w", run.ID, err)
		}
		f.before.Add(e)
	}
	added := slices.Clone(held.Entries)
	if len(added) == 0 {
		held.Turn = "" // it waits for its user, whatever was said last
	}
	if err := f.progress(ctx, held); err != nil {
		return err
	}
	for _, e := range added {
		f.before.Add(e)
	}
	if len(added) == 0 {
		return f.status.apply(state.Shown{From: inject.Hook, Signal: signals.Signal{State: signals.Input}})
	}
	return nil
}
