package orchestrator

import (
	"errors"
	"os"
	"time"

	"stead/internal/asciicast"
)

// recording is a run's terminal.cast while it is written: one for all the CLIs that the run goes through.
type recording struct {
	*asciicast.Recorder
	file *os.File
	now  func() time.Time
}

// record begins the recording, unless it has begun with an earlier CLI of the run.
func (s *supervision) record() error {
	run := s.ledger.current()
	if s.terminal != nil {
		s.terminal.Mark(s.o.Host.Now(), s.adapter.Driver.Info().Title)
		return nil
	}
	file, err := os.OpenFile(s.o.Runs.Recording(run.ID), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	size := s.size()
	recorder, err := asciicast.NewRecorder(file, asciicast.Header{
		Columns: int(size.Columns), Rows: int(size.Rows), Start: run.Started,
		Title: run.From.Reference() + " in " + s.adapter.Driver.Info().Title, Term: s.o.Host.Getenv("TERM"),
	}, s.o.Host.Now())
	if err != nil {
		return errors.Join(err, file.Close())
	}
	s.terminal = &recording{Recorder: recorder, file: file, now: s.o.Host.Now}
	return nil
}

func (r *recording) close(exit int) error {
	r.Exit(r.now(), exit)
	return errors.Join(r.Close(), r.file.Close())
}
