package mirror

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/sys/process"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// quiet is how long a session must be unchanged if its CLI does not show whether it has it open.
const quiet = 2 * time.Second

// Claim takes the source for a run's mirror. It returns an error if another program works with it.
func Claim(ctx context.Context, home inject.Adapter, host adapter.Host, source runs.Session) (runs.Mirror, error) {
	m := runs.Mirror{Session: source, Source: true}
	if pid, open := workerOf(home, host, m); open {
		return m, fmt.Errorf("it is open in %s (process %d)", home.Driver.Info().Title, pid)
	}
	var err error
	if m.Fingerprint, err = writers.FingerprintOf(ctx, home.Writer, m.Location()); err != nil {
		return m, err
	}
	changed := time.Unix(0, m.Fingerprint.File.Modified)
	if _, shows := home.Driver.(inject.OpenChecker); !shows && host.Now().Sub(changed) < quiet {
		return m, errors.New("it has just changed")
	}
	m.Lines, err = LastRecord(ctx, home.Reader, m.Location())
	m.Since = m.Lines
	return m, err
}

// LastRecord returns the number of a session's last record. Its errors are those of the reader.
func LastRecord(ctx context.Context, r readers.Reader, at adapter.Location) (last int, err error) {
	session, err := r.Open(ctx, at)
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

// lastChange returns when a session's file was last written to. A database writes its latest changes to a file beside
// it.
func lastChange(path string) (at time.Time) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
	}
	return at
}

// workerOf returns the process that has a mirror open, as far as its CLI or its file shows that. A database has no
// single writer.
func workerOf(home inject.Adapter, host adapter.Host, m runs.Mirror) (pid int, open bool) {
	if pids := home.OpenedBy(host, m.Location()); len(pids) > 0 {
		return pids[0], true
	}
	if _, isShared := home.Writer.(writers.Fingerprinter); isShared {
		return 0, false
	}
	return process.WriterOf(m.Path)
}
