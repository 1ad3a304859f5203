package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"

	"stead/inject/injection"
	"stead/internal/ptyx"
	"stead/readers"
	"stead/runs"
	"stead/signals"
)

// settle notes in the record how the run ended.
func settle(r *runs.Run, err error) {
	switch {
	case err == nil:
		r.Status, r.State, r.About = runs.Completed, signals.Done, ""
	case errors.Is(err, ErrInterrupted), errors.Is(err, ErrBudget):
		r.Status, r.Reason = runs.Interrupted, err.Error()
		r.State, r.About = signals.Done, ""
	default:
		r.Status, r.Reason = runs.Failed, err.Error()
		r.State, r.About = failedState(err), r.Reason
	}
}

func failedState(err error) signals.State {
	var limit *LimitError
	if errors.As(err, &limit) {
		return signals.Limited
	}
	return signals.Failed
}

// verdict decides how the CLI's part of the run ended. Ended is why the CLI was ended, or what failed on the way; nil when it ended
// by itself.
func (s *supervision) verdict(exit ptyx.Exit, ended error) error {
	title := s.adapter.Driver.Info().Title
	if s.command.Strict && ended == nil && exit == (ptyx.Exit{}) && !s.isAwaited {
		s.proof.Saw(s.receipt.ID) // it would have failed without the session
	}
	limit := s.limitError()
	switch {
	case errors.Is(ended, ErrBudget):
		return ended
	case errors.Is(ended, context.Canceled), errors.Is(ended, ptyx.ErrTerminalGone):
		return ErrInterrupted
	case ended != nil:
		return ended
	}
	if err := s.unproven(exit); err != nil {
		return err
	}
	switch {
	case limit != nil && limit.Limit.Exceeds(s.request.current().Patience):
		return limit // Qwen Code 0.15.10 ends with exit code 0 then, and Claude Code's exit code says nothing of a limit
	case exit.Signal != "":
		return fmt.Errorf("%w: %s was ended by %s", ErrCLIFailed, title, exit.Signal)
	case exit.Code != 0:
		return s.quoting(fmt.Errorf("%w: %s ended with exit code %d", ErrCLIFailed, title, exit.Code))
	// Gemini CLI 0.61.0 ends with exit code 0 without a request when it takes the history for too long.
	case s.request.Headless && slices.Contains(unfinished, s.state.Turn):
		return s.quoting(fmt.Errorf("%w: the turn did not finish", ErrCLIFailed))
	}
	return nil
}

// unfinished are the states of a turn in which no headless run ends well.
var unfinished = []readers.Turn{readers.TurnFailed, readers.TurnStarted, readers.TurnExpected}

// unproven is the error of a CLI that has ended by itself and not shown that it took the session, or has not kept the one that it was to begin. On
// a terminal nobody need have said a word.
func (s *supervision) unproven(exit ptyx.Exit) error {
	err := s.proof.Err()
	switch {
	case err != nil && s.isInterrupted(exit):
		return ErrInterrupted
	case err != nil:
		return s.quoting(endedSo(err, exit))
	case s.isAwaited && s.request.Headless && exit == (ptyx.Exit{}):
		return s.quoting(fmt.Errorf("%w: %s has not kept session %s where it keeps its sessions",
			injection.ErrUnconfirmed, s.adapter.Driver.Info().Title, s.receipt.ID))
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

// isInterrupted reports whether the user has ended a CLI that was starting: by a signal that the terminal still made of Ctrl-C, or by that key.
func (s *supervision) isInterrupted(exit ptyx.Exit) bool {
	return isInterrupt(exit) || s.interrupted.Load()
}

// isInterrupt reports whether a program was ended by SIGINT, or says so in the manner of shells.
func isInterrupt(exit ptyx.Exit) bool {
	return exit.Signal == "SIGINT" || exit.Code == 128+int(syscall.SIGINT)
}

// quoting adds what the CLI itself said, if it said anything.
func (s *supervision) quoting(err error) error {
	if reason := s.said.Reason(); reason != "" {
		return fmt.Errorf("%w; it said: %s", err, reason)
	}
	return err
}
