package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"

	"stead/inject/injection"
	"stead/inject/signals"
	"stead/internal/term/ptyx"
	"stead/internal/term/sharing"
	"stead/readers"
)

// outcome is how a CLI ended, and what decides whether that was well.
type outcome struct {
	exit ptyx.Exit
	// ended is why the CLI was ended, or what failed on the way; nil when it ended by itself.
	ended error
	// title is the CLI's name for people, said what it said last.
	title, said string
	proof       *injection.Proof
	// session is the id of the one that the CLI had to begin. Empty when it has one.
	session     string
	limit       *LimitError
	patience    signals.Patience
	turn        readers.Turn
	headless    bool
	interrupted bool
	renewed     bool
}

// outcome gathers how the CLI ended.
func (s *supervisor) outcome(exit ptyx.Exit, ended error) outcome {
	if s.command.Strict && ended == nil && exit == (ptyx.Exit{}) && !s.delivery.Session.IsAwaited {
		s.proof.Saw(s.delivery.Session.Receipt.ID) // it would have failed without the session
	}
	o := outcome{
		exit: exit, ended: ended, title: s.delivery.Title(), said: s.said.Reason(), proof: s.proof, limit: s.status.limit(),
		patience: s.o.Limits().Patience,
		turn:     s.status.state.Turn, headless: s.isHeadless(),
		interrupted: s.keyboard.interrupted.Load(), renewed: s.o.IsRenewed,
	}
	if s.delivery.Session.IsAwaited {
		o.session = s.delivery.Session.Receipt.ID
	}
	return o
}

// err is nil when the CLI ended well.
func (o outcome) err() error {
	switch {
	case errors.Is(o.ended, ErrBudget):
		return o.ended
	case errors.Is(o.ended, context.Canceled), errors.Is(o.ended, sharing.ErrTerminalGone):
		return ErrInterrupted
	case o.ended != nil:
		return o.ended
	}
	if err := o.unproven(); err != nil {
		return err
	}
	switch {
	case o.limit != nil && o.limit.Limit.Exceeds(o.patience):
		return o.limit // Qwen Code 0.15.10 ends with exit code 0 then, and Claude Code's exit code says nothing of a limit
	case o.exit.Signal != "":
		return fmt.Errorf("%w: %s was ended by %s", ErrCLIFailed, o.title, o.exit.Signal)
	case o.exit.Code != 0:
		return o.quoting(fmt.Errorf("%w: %s ended with exit code %d", ErrCLIFailed, o.title, o.exit.Code))
	// Gemini CLI 0.61.0 ends with exit code 0 without a request when it takes the history for too long.
	case o.headless && slices.Contains(unfinished, o.turn):
		return o.quoting(fmt.Errorf("%w: the turn did not finish", ErrCLIFailed))
	}
	return nil
}

// unfinished are the states of a turn in which no headless run ends well.
var unfinished = []readers.Turn{readers.TurnFailed, readers.TurnStarted, readers.TurnExpected}

// unproven is the error of a CLI that has ended by itself and not shown that it took the session, or has not kept the
// one that it was to begin. On a terminal nobody need have said a word.
func (o outcome) unproven() error {
	err := o.proof.Err()
	switch {
	case err != nil && o.interrupted && o.renewed && o.exit == (ptyx.Exit{}):
		return nil // the user has left the CLI as soon as it was back: what he had to say was said before
	// by that key, or by a signal that the terminal still made of it
	case err != nil && (o.interrupted || isInterrupt(o.exit)):
		return ErrInterrupted
	case err != nil:
		return o.quoting(endedSo(err, o.exit))
	case o.session != "" && o.headless && o.exit == (ptyx.Exit{}):
		return o.quoting(fmt.Errorf("%w: %s did not save session %s in its store", injection.ErrUnconfirmed, o.title,
			o.session))
	}
	return nil
}

// endedSo adds to what is missing how the CLI ended, unless it said that all is well.
func endedSo(err error, exit ptyx.Exit) error {
	switch {
	case exit.Signal != "":
		return fmt.Errorf("%w: it was ended by %s", err, exit.Signal)
	case exit.Code != 0:
		return fmt.Errorf("%w: it ended with exit code %d", err, exit.Code)
	}
	return err
}

// isInterrupt reports whether a program was ended by SIGINT, or says so in the manner of shells.
func isInterrupt(exit ptyx.Exit) bool {
	return exit.Signal == "SIGINT" || exit.Code == 128+int(syscall.SIGINT)
}

// quoting adds what the CLI itself said, if it said anything.
func (o outcome) quoting(err error) error {
	if o.said != "" {
		return fmt.Errorf("%w; it said: %s", err, o.said)
	}
	return err
}
