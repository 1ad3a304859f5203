package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"stead/runs"
	"stead/signals"
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
	if left := s.left; left != nil {
		s.left = nil
		s.execute(ctx, *left)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case order, open := <-s.request.Orders:
			if !open {
				return
			}
			s.execute(ctx, order)
		}
	}
}

// execute carries out an order and says how that went. One to which a CLI does not come that is started anew is left to its next start.
func (s *supervision) execute(ctx context.Context, order Order) {
	err := s.carryOut(ctx, order)
	if errors.Is(err, ErrEnded) && errors.Is(context.Cause(ctx), errNews) {
		s.left = &order
		return
	}
	order.Done(err)
}

// carryOut types a text once the CLI takes one: before, keys would answer a dialog, or be lost.
func (s *supervision) carryOut(ctx context.Context, order Order) error {
	if s.request.Headless {
		return ErrHeadless
	}
	takesText := func(r runs.Run) bool {
		return r.State == signals.Input || r.State == signals.Failed || r.State == signals.Limited
	}
	if err := s.record.Await(ctx, takesText); err != nil {
		return fmt.Errorf("%w before the text could be typed", ErrEnded)
	}
	s.ordered.Store(true)
	defer s.ordered.Store(false)
	s.awaitComposer(ctx)
	if err := s.enter(ctx, *s.adapter.Driver.Composer().Of(order.Text)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w while the text was typed", ErrEnded)
	}
	return nil
}
