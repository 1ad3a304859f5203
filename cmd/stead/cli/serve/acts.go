package serve

import (
	"context"
	"fmt"
	"os"

	"stead/browser"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// actsOf are the acts of the command line.
func actsOf(p *setup.Process, s *setup.Setup) *browser.Acts {
	return &browser.Acts{
		Start:  func(ctx context.Context, o browser.Start) (string, error) { return start(ctx, p, o) },
		Fork:   func(ctx context.Context, f browser.Fork) (string, error) { return fork(ctx, p, s, f) },
		Active: s.Active(),
	}
}

// start starts a run in the background, with no input of the server's.
func start(ctx context.Context, p *setup.Process, o browser.Start) (id string, err error) {
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		return "", fmt.Errorf("start a run: %w", err)
	}
	defer nothing.Close()
	its := setup.NewProcess(nil, p.Environ, p.Dir, nothing, p.Term.Out, p.Term.Err)
	r, err := run.StartDetached(ctx, its, arguments(o))
	return r.ID, err
}

// arguments are those of `stead run`. Each value stands behind its flag's name, so that none is taken for a flag.
func arguments(o browser.Start) []string {
	given := []string{"--to=" + o.To}
	for _, flag := range []struct{ name, value string }{
		{"from", o.From}, {"prompt", o.Prompt}, {"at", o.At}, {"model", o.Model}, {"cwd", o.Folder}, {"history", o.History}, {"thinking", o.Thinking},
		{"allow", o.Allow},
	} {
		if flag.value != "" {
			given = append(given, "--"+flag.name+"="+flag.value)
		}
	}
	if o.Interactive {
		given = append(given, "--interactive")
	}
	return given
}

// fork makes a session of another, as `stead fork` without a prompt does.
func fork(ctx context.Context, p *setup.Process, s *setup.Setup, f browser.Fork) (id string, err error) {
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

// unseen observes what nobody sees: the record of the run has it all.
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
