package serve

import (
	"context"
	"fmt"
	"os"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
	"stead/ui/model"
)

// actsOf returns acts that the verbs of the command line carry out.
func actsOf(p *setup.Process, s *setup.Setup) *model.Acts {
	return &model.Acts{
		Start:  func(ctx context.Context, o model.Start) (string, error) { return start(ctx, p, arguments(o)) },
		Resume: func(ctx context.Context, o model.Resume) (string, error) { return start(ctx, p, resuming(o)) },
		Fork:   func(ctx context.Context, f model.Fork) (string, error) { return fork(ctx, p, s, f) },
		Hold:   func(ctx context.Context, o model.StartContest) (string, error) { return hold(ctx, p, o) },
		Chain:  func(ctx context.Context, o model.StartChain) (string, error) { return begin(ctx, p, o) },
		Gate:   func(ctx context.Context, id string, o model.PassGate) error { return pass(ctx, p, id, o) },
		Fill:   func(ctx context.Context, o model.StartTemplate) (string, error) { return fill(ctx, p, s, o) },
		Pick: func(ctx context.Context, c ab.Contest, how ab.Picking) (ab.Contest, error) {
			return pick(ctx, p, s, c, how)
		},
		Active: s.Active(),
	}
}

// rehearse reports what a run would deliver.
func rehearse(ctx context.Context, p *setup.Process, o model.Start) (d model.Delivery, err error) {
	err = withoutInput(p, func(its *setup.Process) error {
		d.Plan, d.Fit, err = run.Rehearse(ctx, its, arguments(o))
		return err
	})
	return d, err
}

// withoutInput calls a verb's function for a process that does not have the server's standard input.
func withoutInput(p *setup.Process, do func(its *setup.Process) error) error {
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		return fmt.Errorf("begin without input: %w", err)
	}
	defer nothing.Close()
	its := setup.NewProcess(nil, p.Environ, p.Dir, nothing, p.Term.Out.File, p.Term.Err.File)
	defer its.Close()
	return do(its)
}

// pick applies a contestant's work to the folder or to a branch, like `stead ab pick`.
func pick(ctx context.Context, p *setup.Process, s *setup.Setup, c ab.Contest, how ab.Picking) (ab.Contest, error) {
	var err error
	if how.Request, err = (&flags.Run{Interactive: true}).Resolve(ctx, p, s); err != nil {
		return c, err
	}
	return s.Contests(supervisor.Alongside(s)).Pick(ctx, c, how, unseen{})
}

// arguments returns the arguments of `stead run`. Each value follows its flag's name and an equals sign, so that no
// value can be taken for a flag.
func arguments(o model.Start) []string {
	given := []string{"--to=" + o.To}
	for _, flag := range []struct{ name, value string }{
		{"from", o.From}, {"prompt", o.Prompt}, {"at", o.At}, {"model", o.Model}, {"cwd", o.Folder}, {"history", o.History},
		{"thinking", o.Thinking},
		{"redact", o.Redact}, {"allow", o.Allow},
	} {
		if flag.value != "" {
			given = append(given, "--"+flag.name+"="+flag.value)
		}
	}
	if o.Interactive {
		given = append(given, "--interactive")
	}
	if o.Worktree {
		given = append(given, "--worktree")
	}
	return given
}

// resuming returns the arguments of `stead run` that resume a run.
func resuming(o model.Resume) []string {
	given := []string{"--resume=" + o.Run}
	if o.Prompt != "" {
		given = append(given, "--prompt="+o.Prompt)
	}
	if o.Interactive || o.Prompt == "" {
		given = append(given, "--interactive")
	}
	return given
}

// fork makes a session from another one, like `stead fork` without a prompt.
func fork(ctx context.Context, p *setup.Process, s *setup.Setup, f model.Fork) (id string, err error) {
	o := flags.Run{Interactive: true, Point: f.At}
	o.Request.From, o.Request.To, o.Request.Dir, o.Request.Kind = f.Session, f.To, f.Folder, timeline.LineageFork
	if f.To == "" {
		session, err := s.Orchestrator().Sources().Session(ctx, f.Session)
		if err != nil {
			return "", err
		}
		o.Request.To = session.CLI
	}
	r, err := o.Resolve(ctx, p, s)
	if err != nil {
		return "", err
	}
	made, err := s.Orchestrator().Fork(ctx, r, unseen{})
	return made.ID, err
}

// unseen is an observer that shows nothing: the record of the run has everything.
type unseen struct{}

var _ orchestrator.Observer = unseen{}

// Delivered implements [orchestrator.Observer].
func (unseen) Delivered(delivery.Plan) {}

// Entry implements [orchestrator.Observer].
func (unseen) Entry(*timeline.Entry) {}

// Changed implements [orchestrator.Observer].
func (unseen) Changed(runs.Run) {}

// Note implements [orchestrator.Observer].
func (unseen) Note(string) {}
