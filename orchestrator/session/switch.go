package session

import (
	"context"
	"fmt"
)

// Switch is an instruction to an active run to go on in another CLI.
type Switch struct {
	// To is the name of the CLI.
	To string
	// Prompt is what the user says to it. Empty means nothing new.
	Prompt string
	// IsFromInside says that the user has asked for it in the CLI that is left. The turn in which that CLI carries out
	// the command is not one to go on with.
	IsFromInside bool
	// Done is called with nil right before the CLI is ended, or with the reason why it is not. It must not block.
	Done func(error)
}

// SwitchError says that a CLI was ended because its user goes on in another one.
type SwitchError struct{ Switch Switch }

// Error names the other CLI.
func (e *SwitchError) Error() string { return fmt.Sprintf("its user goes on in %s", e.Switch.To) }

// awaitSwitch ends the CLI once its user wants to go on in another one that can take over.
func (s *supervisor) awaitSwitch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case to := <-s.o.Switches:
			err := s.o.CanSwitch(ctx, to.To)
			to.Done(err)
			if err == nil {
				s.stop(&SwitchError{to})
				return
			}
		}
	}
}
