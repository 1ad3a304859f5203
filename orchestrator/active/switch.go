package active

import (
	"context"
	"errors"
	"fmt"

	"stead/runs"
	"stead/runs/socket"
)

// Switch has a run go on in another CLI, in the same terminal. It returns when the run leaves its CLI. Errors:
// *RefusedError, *KilledError and the end of ctx.
func Switch(ctx context.Context, client *socket.Client, r runs.Run, to socket.Switch) error {
	if err := client.Switch(to); err != nil {
		return fmt.Errorf("switch run %s to %s: %w", r.ID, to.CLI, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case e, open := <-events:
			var failed string
			switch {
			case !open:
				return &KilledError{r.ID}
			case e.Kind != socket.Switching:
				continue
			}
			if err := e.Into(&failed); err != nil {
				return err
			}
			if failed != "" {
				return fmt.Errorf("switch run %s to %s: %w", r.ID, to.CLI, errors.New(failed))
			}
			return nil
		}
	}
}
