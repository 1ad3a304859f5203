package orchestrator

import (
	"context"

	"stead/capture"
	"stead/inject"
)

// listen hears what the CLI's hooks write. One may tell which session the CLI has open.
func (s *supervision) listen(ctx context.Context) error {
	if _, ok := s.adapter.Driver.(inject.Signaller); !ok {
		return nil
	}
	return capture.Lines(ctx, s.events, capture.Poll, func(line []byte) error {
		if id, ok := s.adapter.Driver.Announced(line); ok {
			s.proof.Saw(id)
		}
		s.hear(inject.Hook, line)
		return nil
	})
}
