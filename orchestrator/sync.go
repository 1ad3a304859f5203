package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"stead/inject"
	"stead/internal/process"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Sync says where the new turns of a run are mirrored in the source's CLI.
type Sync string

// The ways of mirroring.
const (
	// NoSync mirrors nothing.
	NoSync Sync = ""
	// SyncSession mirrors the run in a new session.
	SyncSession Sync = "session"
	// SyncSource mirrors it in the source itself, as long as nobody else has that open or goes on with it; then in a new session.
	SyncSource Sync = "source"
)

// ParseSync reads the way of mirroring as it is written on the command line; "off" is none.
func ParseSync(text string) (Sync, error) {
	switch s := Sync(text); s {
	case NoSync, "off":
		return NoSync, nil
	case SyncSession, SyncSource:
		return s, nil
	}
	return NoSync, fmt.Errorf("a run cannot be mirrored in %q: use session, source or off", text)
}

// whereMirrored is where a run of the source is mirrored. What goes its own way from the middle of a session does not go behind the end of it.
func whereMirrored(from source.Source, wanted Sync, seen Observer) Sync {
	if from.Cut.IsEnd() || wanted != SyncSource {
		return wanted
	}
	seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: it was cut before its end", from.Session.Reference()))
	return SyncSession
}

// newMirror prepares to mirror a run of the session that has been found. It is nil for a run that is not mirrored; the source comes
// with it when that is to be the mirror.
func (o *Orchestrator) newMirror(ctx context.Context, r Request, source runs.Session, seen Observer) (*mirror, []runs.Mirror) {
	if r.Sync == SyncSource && r.To == source.CLI {
		seen.Note("nothing comes into the source: the run goes on in the same CLI, in a session that has all of it")
	}
	if r.Sync == NoSync || r.To == source.CLI && len(r.Failover) == 0 {
		return nil, nil
	}
	home, err := o.adapter(source.CLI)
	if err != nil {
		seen.Note(fmt.Sprintf("the run is not mirrored: nobody could go on in %s: %v", source.CLI, err))
		return nil, nil
	}
	m := &mirror{request: r, home: home, turns: make(chan struct{}, 1)}
	if r.Sync != SyncSource || r.To == source.CLI {
		return m, nil
	}
	own, err := o.claim(ctx, home, source)
	if err != nil {
		seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: %v", source.Reference(), err))
		return m, nil
	}
	return m, []runs.Mirror{own}
}

// quiet is how long a session must not have changed whose CLI does not show that it has it open.
const quiet = 2 * time.Second

// claim takes the source for the run's mirror, unless somebody works with it.
func (o *Orchestrator) claim(ctx context.Context, home inject.Adapter, source runs.Session) (runs.Mirror, error) {
	m := runs.Mirror{Session: source, Source: true}
	if pid, open := o.worker(home, m); open {
		return m, fmt.Errorf("it is open in %s (process %d)", home.Driver.Info().Title, pid)
	}
	var err error
	if m.Fingerprint, err = writers.FingerprintOf(ctx, home.Writer, m.Location()); err != nil {
		return m, err
	}
	changed := time.Unix(0, m.Fingerprint.File.Modified)
	if _, shows := home.Driver.(inject.Occupier); !shows && o.Host.Now().Sub(changed) < quiet {
		return m, errors.New("it has just changed")
	}
	m.Lines, err = lastRecord(ctx, home, m)
	m.Since = m.Lines
	return m, err
}

// lastRecord is the number of a session's last record.
func lastRecord(ctx context.Context, home inject.Adapter, m runs.Mirror) (last int, err error) {
	session, err := home.Reader.Open(ctx, m.Location())
	if err != nil {
		return 0, err
	}
	err = session.Each(ctx, func(e *timeline.Entry) error {
		if e.Native != nil {
			last = max(last, e.Native.Line)
		}
		return nil
	})
	return last, err
}

// lastChange is when a session's file was written to last; a database has its news in a file beside it.
func lastChange(path string) (at time.Time) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
	}
	return at
}

// worker returns the process that has a mirror open, as far as its CLI or its file shows that. A database is everybody's.
func (o *Orchestrator) worker(home inject.Adapter, m runs.Mirror) (pid int, open bool) {
	if pid, _, open := o.occupant(m.Session); open {
		return pid, true
	}
	if _, isShared := home.Writer.(writers.Fingerprinter); isShared {
		return 0, false
	}
	return process.WriterOf(m.Path)
}

// mirrorIn has the run kept in a mirror. Nil is none.
func (d *delivery) mirrorIn(m *mirror) {
	if d.mirror = m; m != nil {
		m.course = d.course
	}
}

// resumedMirror goes on with the mirrors of a run that is resumed.
func (o *Orchestrator) resumedMirror(r Request, run runs.Run) *mirror {
	home, err := o.adapter(run.Home())
	if err != nil || r.Sync == NoSync && len(run.Mirrors) == 0 {
		return nil
	}
	return &mirror{request: r, home: home, turns: make(chan struct{}, 1)}
}
