package view

import (
	"context"
	"fmt"
	"strings"

	"stead/internal/render/transcript"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// Options say which part of a run is wanted.
type Options struct {
	// History includes the session that the run continues.
	History bool
	// Follow continues until the run ends.
	Follow bool
}

// Logs passes on the entries of a run, hidden ones included. It reads existing entries from the journal, and new ones
// from the live view. It calls seen from this goroutine only. The error is the journal's, seen's or that of ctx.
func (v *View) Logs(ctx context.Context, r runs.Run, o Options, seen func(*timeline.Entry) error) error {
	l := &logs{view: v, run: r, options: o, seen: seen}
	if err := l.read(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("read the journal of run %s: %w", r.ID, err)
	}
	return ctx.Err()
}

// logs is the state of one reading of a run.
type logs struct {
	view    *View
	run     runs.Run
	options Options
	seen    func(*timeline.Entry) error
}

func (l *logs) read(ctx context.Context) error {
	reader, err := l.view.live.Reader(l.run.ID, l.view.folder.Journal(l.run.ID), 0)
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }() // it wrote nothing
	if !l.options.Follow {
		return reader.Rest(ctx, l.line)
	}
	following := l.view.follow(l.run.ID)
	err = reader.Follow(ctx, following.ended, l.line)
	if err == nil {
		err = following.failed
	}
	l.view.release(l.run.ID, following)
	return err
}

// line passes on a wanted entry. It skips lines that are not entries.
func (l *logs) line(line store.Line) error {
	isNote := line.Row.Hidden && strings.HasPrefix(line.Row.ID, transcript.NotePrefix)
	if !l.options.History && !isNote && !l.state().isOwn(line.Row) {
		return nil
	}
	e, err := line.Entry()
	if err != nil {
		return nil
	}
	return l.seen(e)
}

// state returns the run's state in the live view, or its initial state.
func (l *logs) state() State {
	if session, ok := l.view.live.Snapshot().Session(nil, l.run.ID); ok {
		if state, ok := Of(session); ok {
			return state
		}
	}
	return State{Run: l.run}
}
