package delivery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/sys/installed"
	"stead/orchestrator/history"
	"stead/orchestrator/source"
	"stead/orchestrator/workdir"
	"stead/runs"
	"stead/writers"
)

// Planner prepares deliveries. All fields must be set, but Secrets for requests that mask nothing.
type Planner struct {
	Adapters []inject.Adapter
	// Catalog knows the names of CLIs that can only be read.
	Catalog *catalog.Catalog
	Host    adapter.Host
	// Process is the environment of stead itself, NAME=value, with which a CLI makes its store.
	Process []string
	// Locate finds a CLI's program. Its error wraps installed.ErrNotInstalled.
	Locate func(context.Context, inject.Driver) (installed.Program, error)
	// Secrets finds what must not go to another vendor.
	Secrets redaction.Detector
}

// Adapter returns the adapter of a CLI that can be started. Errors: a catalog.UnknownCLIError, ErrNoDriver.
func (p Planner) Adapter(name string) (inject.Adapter, error) {
	for _, a := range p.Adapters {
		if a.Reader.Info().Name == name && a.Driver != nil && a.Writer != nil {
			return a, nil
		}
	}
	if _, err := p.Catalog.Reader(name); err != nil {
		return inject.Adapter{}, err
	}
	return inject.Adapter{}, fmt.Errorf("%w: %s is a format, not a CLI; stead session convert writes it", ErrNoDriver,
		name)
}

// Vendor returns the vendor of a CLI, or the empty string for one that stead does not know.
func (p Planner) Vendor(name string) string {
	for _, a := range p.Adapters {
		if info := a.Reader.Info(); info.Name == name {
			return info.Vendor
		}
	}
	return ""
}

// Occupant returns the process that has a session open in its own CLI, as far as that shows, and the CLI's title.
func (p Planner) Occupant(s runs.Session) (pid int, title string, ok bool) {
	for _, a := range p.Adapters {
		if a.Reader.Info().Name != s.CLI {
			continue
		}
		if pids := a.OpenedBy(p.Host, adapter.Location{Path: s.Path, ID: s.ID}); len(pids) > 0 {
			return pids[0], a.Reader.Info().Title, true
		}
	}
	return 0, "", false
}

// Prepare decides how a session goes to a CLI. The prompt of the delivery also tells the model of calls in doubt.
// Errors: those of [Planner.Adapter], installed.ErrNotInstalled, workdir.ErrNoFolder, a ModelError, ErrPromptTooLong.
func (p Planner) Prepare(ctx context.Context, r Request, from source.Source) (*Delivery, error) {
	r.Prompt = history.WithDoubts(r.Prompt, from.Open)
	d, err := p.Reach(ctx, r, from)
	if err != nil {
		return nil, err
	}
	isHome := from.Stream.Header.Source.CLI == r.To && !from.IsNew
	if cmp.Or(d.model, d.configured.Name) == "" && !isHome { // at home a session has the model that it was held with
		if err := missesModel(d.Adapter.Driver, d.Environment); err != nil {
			return nil, err
		}
	}
	return d, d.refuseLongPrompt()
}

// Reach finds the CLI and the folder in which it works, for a session that may be there already: model and prompt are
// not checked.
func (p Planner) Reach(ctx context.Context, r Request, from source.Source) (*Delivery, error) {
	a, err := p.Adapter(r.To)
	if err != nil {
		return nil, err
	}
	program, err := p.locate(ctx, a, r)
	if err != nil {
		return nil, err
	}
	dir, err := workdir.Finder{Home: p.Host.Home, Current: p.Catalog.Dir()}.Find(r.Dir, from)
	if err != nil {
		return nil, err
	}
	environment := p.Environment(a.Driver, dir, r)
	configured, model := a.Driver.Configured(environment), r.model(from)
	return &Delivery{
		Request: r, Source: from, Adapter: a, Program: program, Environment: environment, model: model,
		configured: configured, process: p.Process,
		Session: Session{
			Target: injection.Target{Reader: a.Reader, Writer: a.Writer, Store: environment.Store}, project: dir,
		},
		Options: writers.Options{
			Dir: dir, Version: program.Version, Model: cmp.Or(model, configured.Name), Provider: configured.Provider,
			Now: p.Host.Now(), NewID: uuid.NewString,
		},
		policies: policy.Policies{
			History: r.History, Thinking: r.Thinking, Window: a.Driver.Window(cmp.Or(model, configured.Name)), Vendor: p.Vendor,
			Redaction: r.Redaction, Detector: p.Secrets,
		},
	}, nil
}

// locate finds the CLI's program. A session that no CLI is started on can be made without it.
func (p Planner) locate(ctx context.Context, a inject.Adapter, r Request) (installed.Program, error) {
	program, err := p.Locate(ctx, a.Driver)
	if r.Unstarted && errors.Is(err, installed.ErrNotInstalled) {
		return installed.Program{Path: a.Driver.Program().Names[0]}, nil // as it will be called once it is there
	}
	return program, err
}

// Environment is where a CLI works, with what a request sets for it.
func (p Planner) Environment(d inject.Driver, dir string, r Request) inject.Environment {
	host := p.Host
	host.Getenv = func(name string) string {
		for _, variable := range slices.Backward(r.Environment) {
			if value, ok := strings.CutPrefix(variable, name+"="); ok {
				return value
			}
		}
		return p.Host.Getenv(name)
	}
	return inject.Environment{
		Host: host, Store: adapter.Store{CLI: d.Info().Name, Root: d.Home(host)}, Dir: dir, Arguments: r.Arguments,
	}
}
