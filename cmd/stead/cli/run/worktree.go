package run

import (
	"context"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator/workdir"
)

// inWorktree carries out a run in a git worktree of the folder that it would work in. If no run begins there, it
// removes the worktree.
func inWorktree(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags, how Launch) error {
	s, err := p.Load(settings)
	if err != nil {
		return err
	}
	place, err := placeFor(ctx, p, s, o)
	if err != nil {
		return err
	}
	TellPlace(p, place)
	o.Request.Dir = place.Tree.Dir()
	how.Supervisor = append(how.Supervisor, "--in", o.Request.Dir)
	return place.Settle(ctx, s.Runs, Start(ctx, p, o, settings, how))
}

// placeFor makes the git worktree in which a run with these flags works.
func placeFor(ctx context.Context, p *setup.Process, s *setup.Setup, o flags.Run) (*workdir.Place, error) {
	planned, err := WithoutPrompt(o).Resolve(ctx, p, s)
	if err != nil {
		return nil, err
	}
	plan, err := s.Orchestrator().Rehearse(ctx, planned)
	if err != nil {
		return nil, err
	}
	return workdir.NewPlace(ctx, s.Config.Folders.State, plan.Dir, "run")
}

// TellPlace tells the user where the worktree is that was made.
func TellPlace(p *setup.Process, place *workdir.Place) {
	p.Term.Err.Message("worktree   %s on branch %s", p.Tilde(place.Tree.Path), place.Tree.Branch)
}

// WithoutPrompt returns the flags of the same run without its prompt, so that a request for a plan reads no standard
// input.
func WithoutPrompt(o flags.Run) *flags.Run {
	o.AsJSON, o.Request.Headless, o.Interactive, o.HasPrompt, o.Request.Prompt = false, false, true, false, ""
	return &o
}
