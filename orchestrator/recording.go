package orchestrator

import (
	"stead/capture"
	"stead/internal/asciicast"
	"stead/runs"
)

// beginRecording begins the recording of the run's terminal, or goes on with it: there is one for all the CLIs that the run goes through.
func (s *supervision) beginRecording() (err error) {
	if s.terminal != nil {
		s.terminal.Mark(s.o.Host.Now(), s.adapter.Driver.Info().Title)
		return nil
	}
	run, size, title := s.record.Current(), s.size(), s.adapter.Driver.Info().Title
	if run.From != (runs.Session{}) {
		title = run.From.Reference() + " in " + title
	}
	s.terminal, err = capture.Record(s.o.Runs.Recording(run.ID), asciicast.Header{
		Columns: int(size.Columns), Rows: int(size.Rows), Start: run.Started,
		Title: title, Term: s.o.Host.Getenv("TERM"),
	}, s.o.Host.Now)
	return err
}
