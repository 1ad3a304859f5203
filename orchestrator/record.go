package orchestrator

import (
	"stead/capture"
	"stead/internal/asciicast"
)

// record begins the recording of the run's terminal, or goes on with it: there is one for all the CLIs that the run goes through.
func (s *supervision) record() (err error) {
	if s.terminal != nil {
		s.terminal.Mark(s.o.Host.Now(), s.adapter.Driver.Info().Title)
		return nil
	}
	run, size := s.ledger.current(), s.size()
	s.terminal, err = capture.Record(s.o.Runs.Recording(run.ID), asciicast.Header{
		Columns: int(size.Columns), Rows: int(size.Rows), Start: run.Started,
		Title: run.From.Reference() + " in " + s.adapter.Driver.Info().Title, Term: s.o.Host.Getenv("TERM"),
	}, s.o.Host.Now)
	return err
}
