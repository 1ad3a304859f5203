package live

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject/redaction"
	"stead/internal/render/transcript"
	"stead/orchestrator/standby"
	"stead/orchestrator/watch"
	"stead/runs/notify"
)

type standbyOptions struct {
	clis []string
	once bool
}

func standbyCommand(p *setup.Process) *cobra.Command {
	var o standbyOptions
	c := &cobra.Command{
		Use: "standby CLI[,CLI...]", Short: "Keep this folder's sessions ready in other CLIs", Args: flags.Exactly(1),
		Long: "standby copies the newest session of this folder into the CLIs that you name, and each session that you work in while\n" +
			"it runs. When a turn ends, its copies get that turn. So the session is in the other CLI's own list when you need it\n" +
			"there, even without stead.\n\n" +
			"Once you have continued a copy, standby never writes into it again: the session then gets another copy. Secrets are\n" +
			"masked as with stead run. Sessions from outside are left out.",
		Example: "  stead standby codex,opencode         until Ctrl-C\n" +
			"  stead standby codex --once           bring the copies up to date, and exit",
		RunE: func(c *cobra.Command, args []string) error {
			o.clis = slices.Compact(slices.Sorted(strings.FieldsSeq(strings.ReplaceAll(args[0], ",", " "))))
			if len(o.clis) == 0 {
				return failure.Usage(errors.New("standby: name the CLIs that get copies, such as codex,opencode"))
			}
			return keepStandby(c.Context(), p, o)
		},
		ValidArgsFunction: flags.CompleteDrivers,
	}
	c.Flags().BoolVar(&o.once, "once", false, "bring the copies up to date, and exit")
	return c
}

func keepStandby(ctx context.Context, p *setup.Process, o standbyOptions) (err error) {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	work := s.Orchestrator()
	folder := adapter.RealPath(p.Folder())
	name := sha256.Sum256([]byte(folder))
	keeper, err := work.Standby(o.clis, redaction.Policy(s.Config.Redact),
		filepath.Join(s.Config.Folders.State, "standby", hex.EncodeToString(name[:8])+".json"))
	if errors.Is(err, standby.ErrTaken) {
		return &failure.Error{Code: failure.Failed, Text: "another stead standby already works in this folder",
			Tip: "end it with Ctrl-C where it runs"}
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, keeper.Close()) }()
	first := keeper.Sources()
	newest, err := work.Sources().Session(ctx, ".")
	switch {
	case err == nil:
		first = append(first, newest.Reference())
	case !errors.Is(err, adapter.ErrNotFound) || o.once && len(first) == 0:
		return err
	}
	if o.once {
		return bringOnce(ctx, p, keeper, first)
	}
	p.Term.Err.Message("copies of the sessions in %s go into %s; Ctrl-C ends this", p.Tilde(folder),
		strings.Join(o.clis, ", "))
	return follow(ctx, p, s, folder, keeper, first)
}

// bringOnce brings the copies of these sessions up to date.
func bringOnce(ctx context.Context, p *setup.Process, keeper *standby.Keeper, sessions []string) (err error) {
	for _, session := range sessions {
		changes, waits, failed := keeper.Update(ctx, session)
		if waits {
			failed = errors.Join(failed, fmt.Errorf(
				"%s is in the middle of a turn, or a CLI has a copy of it open: try again when that is over", session))
		}
		err = errors.Join(err, failed, printCopies(p, changes))
	}
	return err
}

// follow brings copies up to date whenever a turn ends in the folder, until ctx ends.
func follow(ctx context.Context, p *setup.Process, s *setup.Setup, folder string, keeper *standby.Keeper,
	first []string) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	term.OutlivePipes()
	ended := make(chan string)
	var following sync.WaitGroup
	following.Go(func() {
		keeper.Follow(ctx, first, ended, func(changes []standby.Change, err error) {
			if err != nil {
				p.Term.Err.Note("%v", err)
			}
			if err := printCopies(p, changes); err != nil {
				stop(err)
			}
		})
	})
	wanted := notify.Filter{Kinds: []notify.Kind{notify.Finished}, Projects: []string{folder}}
	err := watch.Sessions(ctx, watch.Options{
		Catalog: s.Catalog, Readers: adapters.Readers(), Signaller: signaller, Runs: s.Runs, Live: s.Live, Now: s.Host.Now,
		Failed: func(err error) { p.Term.Err.Note("%v", err) },
	}, func(e watch.Event) {
		if wanted.Passes(e.Event) {
			select {
			case ended <- e.Session:
			case <-ctx.Done():
			}
		}
	})
	stop(err)
	following.Wait()
	if term.HasLeft(ctx) {
		return nil
	}
	return errors.Join(err, context.Cause(ctx))
}

// printCopies prints a line for each copy that was made or has gained turns.
func printCopies(p *setup.Process, changes []standby.Change) error {
	for _, c := range changes {
		what := "gained " + transcript.Count(c.Turns, "turn")
		if c.IsNew {
			what = "copies " + c.Copy.Source + ", with " + transcript.Count(c.Turns, "turn")
		}
		if c.Instead != "" {
			what += "; " + c.Instead + " stays as it is"
		}
		if _, err := fmt.Fprintf(p.Term.Out, "%s  %s\n", c.Copy.Session.Reference(), what); err != nil {
			return err
		}
	}
	return nil
}
