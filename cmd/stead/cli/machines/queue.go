package machines

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/reach/queue"
	"stead/reach/remote"
)

// Waiting lists the user's runs that wait for a machine, the oldest first. It asks the hub only in the cases in which
// [Gather] does. The warning says why the runs are unknown. It is empty if the hub cannot be reached, because Gather
// reports that.
func Waiting(ctx context.Context, p *setup.Process, c *cobra.Command) (all []queue.Wait, warning string) {
	ctx, cancel := remote.Soon(ctx)
	defer cancel()
	h, err := reachable(ctx, p, c)
	if err != nil || h == nil {
		return nil, ""
	}
	defer h.Close()
	s, err := p.Load(nil)
	if err != nil {
		return nil, ""
	}
	access, err := h.Queue(s.Config.Folders.Data)
	if err == nil {
		all, err = access.Waiting(ctx, s.Host.Now())
	}
	if err != nil {
		return nil, fmt.Sprintf("without the runs that wait for a machine: %v", err)
	}
	return all, ""
}

// Cancel withdraws runs that wait for a machine, by the ids of their jobs. The error is that of the first that cannot
// be withdrawn.
func Cancel(ctx context.Context, p *setup.Process, jobs []string) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	h, err := Connect(ctx, p)
	if err != nil {
		return err
	}
	defer h.Close()
	access, err := h.Queue(s.Config.Folders.Data)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		by, err := access.Cancel(ctx, job)
		if err != nil {
			return fmt.Errorf("stop %s: %w", job, err)
		}
		p.Term.Err.Message("%s no longer waits", job)
		if by != "" {
			p.Term.Err.Note("%s has begun it, and is away: its run may continue there", by)
		}
	}
	return nil
}
