package travel

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator"
	"stead/runs"
	"stead/signals"
)

func moveCommand(p *setup.Process) *cobra.Command {
	node := ""
	c := &cobra.Command{
		Use: "move RUN --to-node MACHINE", Short: "Have a run go on on another machine", Args: cobra.ExactArgs(1),
		Long: "move waits until the run's turn is over, ends the run here, and takes its session and the work in its folder to another machine, where it goes on in\n" +
			"the same CLI, in the background, and may do there what it was allowed here. It prints the run's name there. The session here stays as it is.",
		Example: "  stead move ab12 --to-node desk            close the lid: the desk goes on\n" +
			"  stead move desk/ab12 --to-node builder    from one machine to another\n" +
			"  stead attach desk/latest",
		RunE: func(c *cobra.Command, args []string) error {
			if node == "" {
				return failure.Usage(errors.New("--to-node says on which machine the run goes on; stead machines lists yours"))
			}
			return move(c.Context(), p, args[0], node, flags.RedactGiven(c))
		},
	}
	c.Flags().StringVar(&node, "to-node", "", "the `MACHINE` on which it goes on")
	flags.Redact(c)
	machines.ByReference(c)
	return c
}

// move ends a run here, and begins one there with its session. The other machine is asked first: a run is not ended for one that is away.
// Settings are those that the command line gives.
func move(ctx context.Context, p *setup.Process, name, node string, settings config.Flags) error {
	s, err := p.Load(settings)
	if err != nil {
		return err
	}
	r, err := s.Runs.Find(name)
	if err != nil {
		return err
	}
	if err := reachable(ctx, p, node); err != nil {
		return err
	}
	if r, err = atRest(ctx, p, s.Runs, r); err != nil {
		return err
	}
	if r.Alive() {
		if err := s.Active().End(ctx, r); err != nil {
			return err
		}
	}
	given := append(redactOf(settings), "--to="+r.To.CLI, "--detach")
	if r.Allow != "" {
		given = append(given, "--allow="+r.Allow)
	}
	o := flags.Run{On: node, Detach: true, Request: orchestrator.Request{From: "run:" + r.ID, To: r.To.CLI, Dir: r.Dir}}
	run, err := push(ctx, p, o, settings, given)
	if err != nil {
		return err
	}
	return tellWhere(s.Runs, r.ID, run)
}

// tellWhere writes into the record of a run that has ended here as what it goes on.
func tellWhere(all runs.Folder, id, run string) error {
	r, err := all.Load(id)
	if err != nil {
		return err
	}
	r.Moved, r.Reason = run, "moved: it goes on as "+run+" (stead attach "+run+")"
	return all.Save(r)
}

func reachable(ctx context.Context, p *setup.Process, node string) error {
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return err
	}
	defer h.Close()
	return machines.Call(ctx, h, node, []string{"version"}, nil, io.Discard)
}

// glance is how often a run is looked at whose turn is not over.
const glance = 200 * time.Millisecond

// atRest waits until a run's turn is over, and returns the run as it is then.
func atRest(ctx context.Context, p *setup.Process, all runs.Folder, r runs.Run) (runs.Run, error) {
	for told := false; r.Alive() && r.State != signals.Input; {
		if !told {
			p.Term.Note("run %s is at work: waiting for the end of its turn", r.ID)
			told = true
		}
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case <-time.After(glance):
		}
		var err error
		if r, err = all.Load(r.ID); err != nil {
			return r, err
		}
	}
	return r, nil
}
