package orchestrator

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/installed"
	"stead/orchestrator/history"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/writers"
)

// preparation is a run that is decided but has touched nothing.
type preparation struct {
	request     Request
	source      source.Source
	adapter     inject.Adapter
	program     installed.Program
	target      injection.Target
	chosen      policy.Selection
	environment inject.Environment
	options     writers.Options
	// model is the one that the user asked for, configured what the CLI would use by itself.
	model      string
	configured inject.Model
	// events is the file that the CLI's hooks write, once the run has a folder.
	events string
}

func (o *Orchestrator) prepare(ctx context.Context, r Request) (*preparation, error) {
	if _, err := o.adapter(r.To); err != nil {
		return nil, err
	}
	if r.From == "" {
		r.History = policy.History{} // there is none
		return o.prepareFrom(ctx, r, o.Sources().New(r.To, cmp.Or(r.Dir, o.Catalog.Dir), r.Model))
	}
	from, err := o.Sources().Find(ctx, r.Query())
	if err != nil {
		return nil, err
	}
	return o.prepareFrom(ctx, r, from)
}

// prepareFrom decides how a session that was found goes on.
func (o *Orchestrator) prepareFrom(ctx context.Context, r Request, from source.Source) (*preparation, error) {
	r.Prompt = history.WithDoubts(r.Prompt, from.Open)
	p, err := o.place(ctx, r, from)
	if err != nil {
		return nil, err
	}
	isHome := from.Stream.Header.Source.CLI == r.To && !from.IsNew
	if cmp.Or(p.model, p.configured.Name) == "" && !isHome { // at home a session has the model that it was held with
		if err := missesModel(p.adapter.Driver, p.environment); err != nil {
			return nil, err
		}
	}
	return p, p.refuseLongPrompt()
}

// policies say what of the session is delivered.
func (p *preparation) policies(o *Orchestrator) policy.Policies {
	return policy.Policies{
		History: p.request.History, Thinking: p.request.Thinking, Window: p.adapter.Driver.Window(cmp.Or(p.model, p.configured.Name)), Vendor: o.vendor,
		Redaction: p.request.Redaction, Detector: o.Secrets,
	}
}

// choose applies the policies. Learned is what somebody who has read the session has learned of its secrets.
func (p *preparation) choose(ctx context.Context, o *Orchestrator, learned *redaction.Learner) (err error) {
	policies := p.policies(o)
	policies.Learned = learned
	p.chosen, err = policy.Select(ctx, p.source.Stream, p.adapter.Driver.Info(), policies)
	if err != nil {
		return fmt.Errorf("choose what of %s is delivered: %w", p.source.Session.Reference(), err)
	}
	return nil
}

// place finds the CLI and the folder in which it works.
func (o *Orchestrator) place(ctx context.Context, r Request, from source.Source) (*preparation, error) {
	a, err := o.adapter(r.To)
	if err != nil {
		return nil, err
	}
	program, err := o.locate(ctx, a, r)
	if err != nil {
		return nil, err
	}
	dir, err := o.workingFolder(r, from)
	if err != nil {
		return nil, err
	}
	environment := o.environment(a.Driver, r, dir)
	configured, model := a.Driver.Configured(environment), r.model(from)
	return &preparation{
		request: r, source: from, adapter: a, program: program, environment: environment, model: model, configured: configured,
		target: injection.Target{Reader: a.Reader, Writer: a.Writer, Store: environment.Store},
		options: writers.Options{
			Dir: dir, Version: program.Version, Model: cmp.Or(model, configured.Name), Provider: configured.Provider,
			Now: o.Host.Now(), NewID: uuid.NewString,
		},
	}, nil
}

// longestArgument is what Linux takes in one argument, its end included (MAX_ARG_STRLEN).
const longestArgument = 128<<10 - 1

// refuseLongPrompt is an error for a prompt with which the CLI could not be started, before anything is written.
func (p *preparation) refuseLongPrompt() error {
	for _, argument := range p.command(writers.Receipt{Dir: p.options.Dir}).Arguments {
		if len(argument) > longestArgument {
			return fmt.Errorf("%w: %s takes it only as an argument, which can be %d bytes long, and it has %d; put it into a file and name that in the prompt",
				ErrPromptTooLong, p.adapter.Driver.Info().Title, longestArgument, len(p.request.Prompt))
		}
	}
	return nil
}

// ground is where the CLI will be started.
func (o *Orchestrator) environment(d inject.Driver, r Request, dir string) inject.Environment {
	host := o.Host
	host.Getenv = func(name string) string {
		for _, variable := range slices.Backward(r.Environment) {
			if value, ok := strings.CutPrefix(variable, name+"="); ok {
				return value
			}
		}
		return o.Host.Getenv(name)
	}
	return inject.Environment{
		Host: host, Store: adapter.Store{CLI: r.To, Root: d.Home(host)}, Dir: dir, Arguments: r.Arguments,
	}
}

// plan describes the run. The report may still be empty.
func (p *preparation) plan(id, path string, report writers.Report) Plan {
	return Plan{
		From: p.source.Session, To: runs.Session{CLI: p.request.To, ID: id, Path: path}, Dir: p.options.Dir,
		Program: p.program.Path, Version: p.program.Version, Report: report, Cut: p.source.WasCut(),
		Command: append([]string{p.program.Path}, p.command(writers.Receipt{ID: id, Path: path, Dir: p.options.Dir}).Arguments...),
	}
}

func (p *preparation) command(receipt writers.Receipt) inject.Command {
	l := inject.Launch{
		Environment: p.environment, Session: receipt, Prompt: p.request.Prompt, Headless: p.request.Headless,
		Model: p.model, Configured: p.configured, Events: p.events, Allow: p.request.Allow,
	}
	if header := p.source.Stream.Header; header.Source.CLI == p.request.To {
		l.Recorded = header.Model.Model
	}
	if b, ok := p.adapter.Driver.(inject.SessionStarter); ok && p.source.IsNew {
		return b.Begin(l)
	}
	return p.adapter.Driver.Command(l)
}

// Rehearse says what a run would do, and does none of it: nothing is written, no program is started.
func (o *Orchestrator) Rehearse(ctx context.Context, r Request) (Plan, error) {
	p, err := o.prepare(ctx, r)
	if err != nil {
		return Plan{}, err
	}
	if p.source.IsNew {
		planned, err := p.target.Writer.Plan(p.target.Store, p.source.Stream, p.options)
		return p.plan(planned.ID, "", writers.Report{}), err
	}
	if err := p.choose(ctx, o, nil); err != nil {
		return Plan{}, err
	}
	planned, report, err := p.target.Rehearse(ctx, p.chosen, p.options)
	if err != nil {
		return Plan{}, err
	}
	return p.plan(planned.ID, planned.Path, p.source.Reported(report)), nil
}
