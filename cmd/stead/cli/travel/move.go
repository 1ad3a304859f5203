package travel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/orchestrator"
	"stead/orchestrator/active"
	"stead/reach/remote"
	"stead/runs"
)

func moveCommand(p *setup.Process) *cobra.Command {
	node, limit := "", active.LongestTurn
	c := &cobra.Command{
		Use: "move RUN --to-node MACHINE", Short: "Continue a run on another machine", Args: flags.Exactly(1),
		Long: "move waits until the run's turn is over, ends the run here, and takes its session and the work in its folder to another machine.\n" +
			"There the run continues in the same CLI, in the background, with the permissions that it had here. move prints its name there.\n" +
			"The session here stays as it is. If the CLI asks something, move waits for your answer. After --timeout, move gives up, and the\n" +
			"run stays here.",
		Example: "  stead move ab12 --to-node desk            close the lid: the desk continues\n" +
			"  stead move desk/ab12 --to-node builder    from one machine to another\n" +
			"  stead attach desk/latest",
		RunE: func(c *cobra.Command, args []string) error {
			if node == "" {
				return failure.Usage(errors.New("--to-node names the machine that continues the run; stead machines lists yours"))
			}
			return moving{p: p, settings: flags.RedactGiven(c), limit: limit}.move(c.Context(), args[0], node)
		},
	}
	c.Flags().StringVar(&node, "to-node", "", "continue it on this `MACHINE`")
	c.Flags().DurationVar(&limit, "timeout", limit, "give up if the turn is not over after this `TIME`")
	flags.Redact(c)
	machines.ByReference(c)
	return c
}

// moving moves a run.
type moving struct {
	p *setup.Process
	// settings are those that the command line gives.
	settings config.Flags
	// limit is how long the run's turn is waited for.
	limit time.Duration
}

// move ends a run here, and begins one there with its session. The other machine is asked first: a run is not ended for
// one that is away.
func (m moving) move(ctx context.Context, name, node string) error {
	p, settings := m.p, m.settings
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
	if r, err = m.atRest(ctx, s.Runs, r); err != nil {
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
	return remote.Call(ctx, h, node, []string{"version"}, nil, io.Discard)
}

// glance is how often a run is looked at whose turn is not over.
const glance = 200 * time.Millisecond

// atRest waits until a run's turn is over, and returns the run as it is then. It says for what it waits: the turn, or
// an answer of the user's.
func (m moving) atRest(ctx context.Context, all runs.Folder, r runs.Run) (runs.Run, error) {
	over := time.After(m.limit)
	for told := signals.State(""); r.Alive() && r.State != signals.Input; {
		if asks := r.State == signals.Permission; told == "" || asks && told != r.State {
			tellWait(m.p.Term, r)
			told = r.State
		}
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case <-over:
			return r, failure.Propose(failure.Failed,
				fmt.Sprintf("run %s was not moved: its turn was not over after %v", r.ID, m.limit),
				"see what it does: stead attach ", r.ID, "; a longer --timeout waits longer")
		case <-time.After(glance):
		}
		var err error
		if r, err = all.Load(r.ID); err != nil {
			return r, err
		}
	}
	return r, nil
}

// tellWait says what must happen before a run can be moved.
func tellWait(t *term.Terminal, r runs.Run) {
	if r.State == signals.Permission {
		t.Err.Note("run %s asks for permission: %s; move waits for your answer (stead answer %s)", r.ID,
			plain.Line(r.About), term.Reference(r.ID))
		return
	}
	t.Err.Note("run %s is at work: waiting for the end of its turn", r.ID)
}
