package orchestrator

import (
	"context"

	"stead/inject"
)

// Display is a Terminal that knows what stands on it.
type Display interface {
	// Text is the text on the screen, row by row.
	Text() string
}

// look hears what stands on the screen whenever it was drawn anew.
func (s *supervision) look(ctx context.Context) {
	display, ok := s.request.Terminal.(Display)
	if !ok || s.request.Headless {
		return
	}
	for s.repaint.Rests(ctx) {
		s.hear(inject.Screen, []byte(display.Text()))
	}
}
