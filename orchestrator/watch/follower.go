package watch

import (
	"context"
	"slices"
	"sync"
	"time"

	"stead/adapters/adapter"
	"stead/inject/signals"
	"stead/readers"
	"stead/timeline"
)

// Times of a follower.
const (
	// idle is how long a session may be quiet before its follower ends. The list then finds out when it continues.
	idle = 10 * time.Minute
	// fresh is the age up to which a change counts as news.
	fresh = time.Minute
	// largest is the size in bytes up to which a session is read whole to find out whether its turn is over.
	largest = 64 << 20
)

// settle is how long a session whose turn looked over at first sight must stay quiet before that is believed.
var settle = 2 * time.Second

// follower follows one session, in a goroutine of its own.
type follower struct {
	w        *watcher
	tailer   readers.Tailer
	reader   readers.Reader
	summary  timeline.Summary
	location adapter.Location
	// name is the session's shortest reference.
	name string
	// since is the time from which changes are news.
	since time.Time
	woken chan struct{}
	stop  context.CancelFunc
	// active is when it was last woken. It belongs to the watcher.
	active time.Time

	mutex   sync.Mutex
	folders []string
}

// nudge makes the follower look. It never blocks.
func (f *follower) nudge() {
	f.active = time.Now()
	select {
	case f.woken <- struct{}{}:
	default:
	}
}

func (f *follower) isIn(folder string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return slices.Contains(f.folders, folder)
}

// run follows the session until ctx ends, the session can no longer be read, or nothing has come for a long time. It
// does not report a session that cannot be followed: the list reports it, and the watcher tries again when it changes.
func (f *follower) run(ctx context.Context) {
	tail, err := f.tailer.Tail(ctx, f.location)
	if err != nil {
		return
	}
	f.watch(tail.Watch())
	t := newTurn(f.summary, f.name, f.w)
	t.supposed = f.over(ctx, t)
	settled := time.NewTimer(settle)
	defer settled.Stop()
	for f.look(ctx, tail, t, settled) {
		select {
		case <-ctx.Done():
			return
		case <-f.woken:
		case <-settled.C:
			f.report(ctx, t.become(t.supposed, t.said))
		case <-time.After(idle):
			return
		}
	}
}

// look applies the new entries. A state that is only supposed must settle first. It returns false when the session can
// no longer be read.
func (f *follower) look(ctx context.Context, tail readers.Tail, t *turn, settled *time.Timer) bool {
	p, err := tail.Next(ctx)
	if err != nil || len(p.Entries) == 0 && p.Turn == "" {
		return err == nil
	}
	switch {
	case p.Unsure:
		t.supposed, t.said, p.Turn = signals.Input, "", ""
		settled.Reset(settle)
	case goesOn(p):
		t.supposed, t.said = "", ""
	}
	f.report(ctx, t.apply(p))
	return true
}

// goesOn reports whether a new entry is visible to a person. A CLI may write records of its own even after the end:
// Gemini CLI 0.61.0 does when it is quit.
func goesOn(p readers.Progress) bool {
	return p.Turn != "" || slices.ContainsFunc(p.Entries, func(e *timeline.Entry) bool { return !e.Hidden })
}

func (f *follower) watch(folders []string) {
	f.mutex.Lock()
	f.folders = folders
	f.mutex.Unlock()
	for _, folder := range folders {
		f.w.folders.add(folder)
	}
}

func (f *follower) report(ctx context.Context, events []Event) {
	for _, e := range events {
		select {
		case f.w.events <- e:
		case <-ctx.Done():
		}
	}
}

// over returns the state of a session whose turn is already over, judged by its last entry, if that is recent: a quick
// turn may be over before its session is known. Empty means that the turn continues, or that nothing in it is recent.
func (f *follower) over(ctx context.Context, t *turn) signals.State {
	if f.summary.Bytes > largest {
		return ""
	}
	stream, err := f.reader.Open(ctx, f.location)
	if err != nil {
		return ""
	}
	var state signals.State
	var at string
	for e, err := range stream.Entries {
		if err != nil || ctx.Err() != nil {
			return ""
		}
		signal, _ := t.signal(e)
		switch {
		case signal.State == signals.Failed || signal.State == signals.Limited:
			state, at, t.said = signal.State, e.Timestamp, signal.About
		case e.Active():
			state, at, t.said = answered(e), e.Timestamp, ""
			t.note(e)
		}
	}
	if when, err := time.Parse(time.RFC3339Nano, at); err != nil || when.Before(f.since) || f.w.Now().Sub(when) > fresh {
		return ""
	}
	return state
}

// answered returns the state in which an entry leaves the session if it is the last.
func answered(e *timeline.Entry) signals.State {
	if e.Type == timeline.Assistant && !e.Content.IsBlank() {
		return signals.Input
	}
	return ""
}
