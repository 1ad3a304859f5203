package travel

import (
	"context"
	"errors"
	"fmt"

	"stead/adapters"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/inject/redaction"
	"stead/orchestrator/source"
	"stead/orchestrator/travel"
	"stead/reach/remote"
)

// Push takes a session, and the work in its folder with what is not committed, to another machine, and has the run
// there. Secrets are masked before it leaves. Settings are those that the command line gives, by key; given are the
// arguments behind the verb run. What names no machine says what one must have: then the run waits until one takes it.
// Errors: those of [travel.Trip] and of the hub, and that the user was asked and sends nothing.
func Push(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags, given []string) error {
	if o.Request.Resume != "" || o.DryRun {
		return failure.Usage(errors.New("--on begins a run on another machine: omit --resume and --dry-run"))
	}
	_, err := push(ctx, p, o, settings, given)
	return err
}

// push is Push that returns what the run is called, where it is in the background on a machine that was named.
func push(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags,
	given []string) (run string, err error) {
	s, err := p.Load(settings)
	if err != nil {
		return "", err
	}
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return "", err
	}
	defer h.Close()
	trip := tripOf(p, s, o)
	trip.Hub, trip.Given = h, remote.Without(given, "from", "cwd", "on")
	if _, isNamed := h.Named(o.On); !isNamed {
		return "", wait(ctx, p, o, trip)
	}
	line, err := trip.Send(ctx)
	if err != nil {
		return "", err
	}
	if !o.Detach {
		return "", follow(ctx, p, h, o.On, line)
	}
	if run, err = trip.Begin(ctx, line); err != nil {
		return "", err
	}
	_, err = fmt.Fprintln(p.Term.Out, run)
	return run, err
}

// tripOf is the trip that the command line asks for.
func tripOf(p *setup.Process, s *setup.Setup, o flags.Run) *travel.Trip {
	r := o.Request
	t := &travel.Trip{Home: homeOf(p, s), On: o.On, Leaving: travel.Leaving{To: r.To},
		Session: source.Query{From: r.From, To: r.To, Trusted: r.Trusted}}
	if r.Dir != "" {
		t.Dir = p.Path(r.Dir)
	}
	if !o.Detach && !o.AsJSON && p.Term.CanAsk() {
		t.Leaving.Ask = func(ctx context.Context, found *redaction.SecretsError) (redaction.Policy, error) {
			return flags.AskAboutSecrets(ctx, p.Term, found)
		}
	}
	return t
}

// follow begins the run on this terminal.
func follow(ctx context.Context, p *setup.Process, h *remote.Hub, machine string, line []string) error {
	err := machines.Ask(ctx, p, h, machine, line)
	// otherwise no run was begun
	if ended := (*failure.Exit)(nil); err == nil || errors.As(err, &ended) && ended.Code == failure.CLIFailed {
		p.Term.Err.Note("the work is on %s: `stead ps` lists its runs, `stead fetch %[1]s/RUN` brings one home", machine)
	}
	return err
}

// wait has the run wait for a machine, and prints the id of its job.
func wait(ctx context.Context, p *setup.Process, o flags.Run, trip *travel.Trip) error {
	if err := checkWaiting(o); err != nil {
		return err
	}
	job, err := trip.Queue(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.Term.Out, job)
	return err
}

// checkWaiting says what keeps a run from waiting: whatever machine takes it, nobody sits there.
func checkWaiting(o flags.Run) error {
	switch {
	case !o.HasPrompt && !o.Detach:
		return failure.Usagef(
			"no machine is called %s, so the run waits for one that has it, without a terminal: give it a prompt with -p, or begin it with -d", o.On)
	case o.Request.Prompt == "-" || o.Request.Headless && !o.HasPrompt:
		return failure.Usage(errors.New(
			"a run that waits for a machine has no standard input: give it the prompt itself with -p"))
	case adapters.Named(o.Request.To).Driver == nil:
		return failure.Usagef("no machine can run %q: stead starts no such CLI (stead doctor lists them)", o.Request.To)
	case o.AsJSON:
		return failure.Usage(errors.New("a run that waits for a machine prints nothing here: omit --json"))
	}
	return nil
}
