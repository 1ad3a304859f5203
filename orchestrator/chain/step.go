package chain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"stead/forks/worktree"
	"stead/internal/sys/process"
	"stead/orchestrator"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/session"
)

// stepRun is a step of a chain in progress: its attempts, one after the other.
type stepRun struct {
	run  *chainRun
	step recipe.Step
}

// comeTo begins the first attempt at a step, after approval if the step needs it.
func (s stepRun) comeTo(ctx context.Context) error {
	a := Attempt{Step: s.step.Name, Number: 1, Visit: s.run.chain.Visit, Previous: len(s.run.chain.Attempts) - 1,
		State: Working}
	a.CLI, a.Model, a.Machine = s.step.CLI, s.step.Model, s.step.On
	if last := s.run.chain.latest(s.step.Name); last != nil {
		a.Number = last.Number + 1
	}
	if err := s.fill(ctx, &a); err != nil {
		return err
	}
	if err := s.approve(ctx, a.Prompt); err != nil {
		return err
	}
	s.run.chain.Attempts = append(s.run.chain.Attempts, a)
	return s.run.save()
}

// approve asks whether a step may begin.
func (s stepRun) approve(ctx context.Context, prompt string) error {
	if !s.step.Approve || s.run.chain.Approved {
		return nil
	}
	if s.run.engine.Approve == nil {
		return fmt.Errorf("%w for the approval of step %s", ErrWaiting, s.step.Name)
	}
	yes, err := s.run.engine.Approve(ctx, s.run.chain.clone(), s.step, prompt)
	if err == nil && !yes {
		err = fmt.Errorf("%w: step %s was rejected", ErrStep, s.step.Name)
	}
	s.run.chain.Approved = yes
	return err
}

// fill makes an attempt's prompt, after a snapshot of the folder.
func (s stepRun) fill(ctx context.Context, a *Attempt) (err error) {
	if s.run.chain.Start.Commit != "" {
		s, err := workspace{s.run}.take(ctx, nameOf(len(s.run.chain.Attempts), before))
		if err != nil {
			return err
		}
		a.Before = s.Commit
	}
	if a.Prompt, err = s.run.prompt(ctx, *a, s.step); err != nil {
		return fmt.Errorf("%w at step %s: make its prompt: %w", ErrStep, s.step.Name, err)
	}
	a.From = s.handed(*a)
	return nil
}

// handed returns the session that an attempt continues: that of the step before, or none.
func (s stepRun) handed(a Attempt) string {
	if s.step.Hand != recipe.HandFull {
		return ""
	}
	if p := s.run.chain.previous(a); p != nil {
		return sessionOf(*p)
	}
	return s.run.chain.From
}

func sessionOf(a Attempt) string {
	if a.Run == "" {
		return ""
	}
	return "run:" + a.Run
}

// tryAgain begins another attempt at the step whose last attempt has failed.
func (s stepRun) tryAgain(ctx context.Context) error {
	last := *s.run.chain.current()
	a := Attempt{
		Step: last.Step, Number: last.Number + 1, Visit: last.Visit, Try: last.Try + 1, Previous: last.Previous,
		State: Working,
		CLI:   s.step.CLI, Model: s.step.Model, Machine: s.step.On, Before: last.Before,
	}
	if last.Away != nil { // the work may continue there, so nothing is asked twice
		a.Machine, a.Away, a.Prompt, a.From = last.Machine, last.Away, last.Prompt, last.From
	} else if s.step.Retry == recipe.RetryContinue && sessionOf(last) != "" && s.step.Parallel == nil {
		a.Prompt, a.From = correction(s.step, last), sessionOf(last)
	} else if err := s.fill(ctx, &a); err != nil {
		return err
	}
	a.Before = last.Before // the step's changes are counted from its first attempt on
	s.run.chain.Attempts = append(s.run.chain.Attempts, a)
	return s.run.save()
}

// correction tells a CLI what was wrong with its last attempt.
func correction(step recipe.Step, last Attempt) string {
	if last.Check == nil {
		return "The last attempt ended with an error: " + last.Reason + ".\nGo on where you stopped."
	}
	if strings.TrimSpace(last.Check.Output) == "" {
		return fmt.Sprintf("The check `%s` failed with exit code %d, and said nothing. Fix what is wrong.", step.Check,
			last.Check.ExitCode)
	}
	return fmt.Sprintf("The check `%s` failed with exit code %d. It said:\n\n%s\n\nFix what is wrong.", step.Check,
		last.Check.ExitCode, last.Check.Output)
}

// attempt brings the newest attempt to its end. An error means that the chain cannot continue; a failed attempt is not
// an error.
func (s stepRun) attempt(ctx context.Context) error {
	a := s.run.chain.current()
	if a.State == Working {
		if err := s.do(ctx); err != nil || a.State == Missed {
			return err
		}
	}
	if a.State == Worked {
		if err := s.look(ctx, a); err != nil {
			return err
		}
	}
	return s.check(ctx, a)
}

// do runs the step's CLI, or several at the same time.
func (s stepRun) do(ctx context.Context) error {
	a := s.run.chain.current()
	if s.step.Parallel != nil {
		return contest(s).hold(ctx, a)
	}
	do := work(s).do
	if s.step.On != "" {
		do = visit(s).do
	}
	run, err := do(ctx, a)
	if ctx.Err() != nil || errors.Is(err, session.ErrInterrupted) { // the chain must end, or the run was stopped
		return session.ErrInterrupted
	}
	var alive *orchestrator.AliveError
	if errors.As(err, &alive) {
		return err
	}
	a.note(run)
	if err != nil {
		s.run.cause, a.State, a.Reason = err, Missed, err.Error()
		return nil
	}
	a.State = Worked
	return s.run.save()
}

// look commits the folder after the work, and records the changed files.
func (s stepRun) look(ctx context.Context, a *Attempt) error {
	if a.Before != "" {
		commit, err := workspace{s.run}.kept(ctx, *a)
		if err != nil {
			return err
		}
		changes, err := worktree.Changes(ctx, s.run.chain.Start.Repository, a.Before, commit)
		if err != nil {
			return err
		}
		a.After, a.Files = commit, namesOf(changes)
	}
	a.State = Checking
	return s.run.save()
}

func namesOf(changes []worktree.Change) []string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.Path
	}
	return names
}

// check runs the step's check and ends the attempt. The caller saves the attempt together with its consequences.
func (s stepRun) check(ctx context.Context, a *Attempt) error {
	a.State = Done
	if s.step.Check == "" || s.step.Parallel != nil { // an A/B checks each contestant
		return nil
	}
	result, err := process.Run(ctx, process.Command{
		Dir: filepath.Join(s.run.chain.Dir, s.step.Dir), Env: s.run.engine.Environment, Line: s.step.Check,
		Timeout: s.step.Timeout,
	})
	if ctx.Err() != nil {
		a.State = Checking
		return session.ErrInterrupted
	}
	a.Check = &Check{ExitCode: result.ExitCode, Output: result.Output, DurationMS: result.Duration.Milliseconds()}
	switch {
	case err != nil:
		a.State, a.Reason = Missed, fmt.Sprintf("its check could not run: %v", err)
	case !result.OK():
		a.State, a.Reason = Missed, fmt.Sprintf("its check ended with exit code %d", result.ExitCode)
	}
	s.run.cause = nil
	return nil
}

// settle decides how the chain continues after an attempt, and records that with the attempt's end.
func (s stepRun) settle() error {
	a := s.run.chain.current()
	if a.State == Done {
		s.run.moveTo(s.run.chain.Next + 1)
		return s.run.save()
	}
	if a.Try < s.step.Retries || s.run.more {
		s.run.more = false
		return s.run.save() // the next step of the chain begins another attempt
	}
	if name, ok := s.step.Goto(); ok {
		s.run.moveTo(s.run.chain.Recipe.Index(name))
		return s.run.save()
	}
	if s.step.OnFailure == recipe.Continue {
		s.run.moveTo(s.run.chain.Next + 1)
		return s.run.save()
	}
	err := fmt.Errorf("%w at step %s: %s", ErrStep, s.step.Name, a.Reason)
	if s.run.cause != nil {
		err = &stepError{err, s.run.cause}
	}
	return err
}
