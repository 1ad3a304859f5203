package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"stead/runs"
	"stead/signs"
)

// Errors of an order.
var (
	// ErrHeadless: there is no terminal into which something could be typed.
	ErrHeadless = errors.New("the run is headless: nothing can be typed into it")
	// ErrEnded: the run has ended before it could be done.
	ErrEnded = errors.New("the run has ended")
)

// obey carries out what the run is told, one order after the other, until the context ends.
func (s *supervision) obey(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case order, open := <-s.request.Orders:
			if !open {
				return
			}
			order.Done(s.carryOut(ctx, order))
		}
	}
}

// carryOut types a text once the CLI takes one: before, keys would answer a dialog, or be lost.
func (s *supervision) carryOut(ctx context.Context, order Order) error {
	if s.request.Headless {
		return ErrHeadless
	}
	takesText := func(r runs.Run) bool {
		return r.State == signs.Input || r.State == signs.Failed || r.State == signs.Limited
	}
	if err := s.ledger.await(ctx, takesText); err != nil {
		return fmt.Errorf("%w before the text could be typed", ErrEnded)
	}
	s.awaitComposer(ctx)
	if err := s.enter(ctx, *s.adapter.Driver.Composer().Of(order.Text)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w while the text was typed", ErrEnded)
	}
	return nil
}
