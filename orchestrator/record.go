package orchestrator

import (
	"errors"
	"os"
	"time"

	"stead/internal/asciicast"
	"stead/internal/ptyx"
)

// recording is a run's terminal.cast while it is written.
type recording struct {
	*asciicast.Recorder
	file *os.File
	now  func() time.Time
}

func (s *supervision) record() (*recording, error) {
	file, err := os.OpenFile(s.o.Runs.Recording(s.run.ID), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	size := s.size()
	recorder, err := asciicast.NewRecorder(file, asciicast.Header{
		Columns: int(size.Columns), Rows: int(size.Rows), Start: s.run.Started,
		Title: s.run.From.Reference() + " in " + s.adapter.Driver.Info().Title, Term: s.o.Host.Getenv("TERM"),
	}, s.o.Host.Now())
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &recording{Recorder: recorder, file: file, now: s.o.Host.Now}, nil
}

func (r *recording) close(exit ptyx.Exit) error {
	r.Exit(r.now(), exit.Code)
	return errors.Join(r.Close(), r.file.Close())
}
