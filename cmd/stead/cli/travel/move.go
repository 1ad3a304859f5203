package travel

import (
	"context"
	"errors"
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
	"stead/orchestrator/travel"
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

// move ends a run here, and begins one there with its session.
func (m moving) move(ctx context.Context, name, node string) error {
	s, err := m.p.Load(m.settings)
	if err != nil {
		return err
	}
	r, err := s.Runs.Find(name)
	if err != nil {
		return err
	}
	end := travel.Move{Home: homeOf(m.p, s), Limit: m.limit, Waits: func(r runs.Run) { tellWait(m.p.Term, r) }}
	if r, err = end.End(ctx, node, r); err != nil {
		return err
	}
	given := append(redactOf(m.settings), "--to="+r.To.CLI, "--detach")
	if r.Allow != "" {
		given = append(given, "--allow="+r.Allow)
	}
	o := flags.Run{On: node, Detach: true, Request: orchestrator.Request{From: "run:" + r.ID, To: r.To.CLI, Dir: r.Dir}}
	run, err := push(ctx, m.p, o, m.settings, given)
	if err != nil {
		return err
	}
	return end.Moved(r.ID, run)
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
