package travel

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/travel"
	"stead/reach/remote"
	"stead/reach/worker"
)

func fetchCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "fetch MACHINE/RUN | JOB", Short: "Bring home what a run on another machine has done", Args: oneRun,
		Long: "fetch brings home a run that `stead run --on` has begun on another machine: its record, so that the work can be carried back into the CLI that it\n" +
			"came from, byte for byte; the session of its CLI; and what it has done in the folder, as a branch. Your files, your index and your own branches\n" +
			"stay as they are.",
		Example: "  stead fetch desk/ab12\n" +
			"  stead run --from run:ab12 --to claude     carry the work back\n" +
			"  stead fetch job-1f0c9a2b7d3e              a run that waited for a machine\n" +
			"  git merge stead/run-ab12                  take the branch",
		RunE: func(c *cobra.Command, args []string) error {
			got, err := fetch(c.Context(), p, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return p.Term.Out.JSON(got)
			}
			return tell(p, got)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON object")
	return c
}

func oneRun(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		if _, _, ok := remote.Split(args[0]); ok || worker.IsID(args[0]) {
			return nil
		}
	}
	return errors.New("name one run with its machine, as desk/ab12; stead ps lists them")
}

func tell(p *setup.Process, f travel.Fetched) error {
	p.Term.Err.Message("run %s is here, with %s", f.Run, f.Session)
	if f.Branch == "" {
		p.Term.Err.Message("it has changed no files")
		return nil
	}
	_, err := fmt.Fprintln(p.Term.Out, f.Branch)
	return err
}

// fetch brings a run home.
func fetch(ctx context.Context, p *setup.Process, reference string) (f travel.Fetched, err error) {
	s, err := p.Load(nil)
	if err != nil {
		return f, err
	}
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return f, err
	}
	defer h.Close()
	return homeOf(p, s).Fetch(ctx, h, reference)
}
