package session

import (
	"context"
	"errors"
	"fmt"

	"stead/inject/signals"
	"stead/runs"
)

// Errors of an order.
var (
	// ErrHeadless: there is no terminal into which something could be typed.
	ErrHeadless = errors.New("the run is headless: nothing can be typed into it")
	// ErrUnwanted: nobody waits for it any more.
	ErrUnwanted = errors.New("nobody waits for it any more")
	// ErrEnded: the run has ended before it could be done.
	ErrEnded = errors.New("the run has ended")
)

// Order is an instruction to an active run.
type Order struct {
	// Text is typed into the CLI and submitted as soon as its turn is over.
	Text string
	// Wanted ends when nobody waits for it any more: what was not begun by then is not typed.
	Wanted context.Context
	// Done is called when that was done, or with the reason why not. It must not block.
	Done func(error)
}

// Orders are the instructions to a run, across all its CLIs. The zero value brings none.
type Orders struct {
	// From brings them. Nil when nobody tells the run anything.
	From <-chan Order
	// left waits for the CLI's next start.
	left *Order
}

// End refuses the orders that wait for the next start: there will be none.
func (o *Orders) End() {
	if o.left != nil {
		o.left.Done(ErrEnded)
	}
}

// obey carries out the run's orders, one after the other, until the context ends.
func (k *keyboard) obey(ctx context.Context, orders *Orders) {
	if left := orders.left; left != nil {
		orders.left = nil
		k.execute(ctx, *left, orders)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case order, open := <-orders.From:
			if !open {
				return
			}
			k.execute(ctx, order, orders)
		}
	}
}

// execute carries out an order and says how that went. One that a CLI does not come to, as it makes way for its mirror,
// is left to its next start.
func (k *keyboard) execute(ctx context.Context, order Order, orders *Orders) {
	err := k.carryOut(ctx, order)
	if errors.Is(err, ErrEnded) && errors.Is(context.Cause(ctx), ErrMadeWay) {
		orders.left = &order
		return
	}
	order.Done(err)
}

// awaitBoth waits until the record is as wanted, as long as the CLI lives and somebody waits.
func (k *keyboard) awaitBoth(ctx, wanted context.Context, is func(runs.Run) bool) error {
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(wanted, cancel)()
	if err := k.record.Await(both, is); err == nil && wanted.Err() == nil {
		return nil
	}
	if wanted.Err() != nil && ctx.Err() == nil {
		return ErrUnwanted
	}
	return fmt.Errorf("%w before the text could be typed", ErrEnded)
}

// carryOut types a text once the CLI takes one: before, keys would be lost. The error is a *DialogError where they
// would answer a dialog.
func (k *keyboard) carryOut(ctx context.Context, order Order) error {
	if k.headless {
		return ErrHeadless
	}
	takesText := func(r runs.Run) bool {
		return r.State == signals.Input || r.State == signals.Failed || r.State == signals.Limited
	}
	if err := k.awaitBoth(ctx, order.Wanted, takesText); err != nil {
		return err
	}
	k.ordered.Store(true)
	defer k.ordered.Store(false)
	if err := k.enterWhenReady(ctx, *k.composer.Of(order.Text)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w while the text was typed", ErrEnded)
	}
	return nil
}
