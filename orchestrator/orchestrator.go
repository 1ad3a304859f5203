package orchestrator

import (
	"context"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks"
	"stead/inject"
	"stead/inject/redaction"
	"stead/internal/sys/installed"
	"stead/orchestrator/delivery"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline/store"
)

// Orchestrator carries out the use cases. All fields but Came and Today must be set.
type Orchestrator struct {
	Adapters []inject.Adapter
	Catalog  *catalog.Catalog
	Runs     runs.Folder
	// Lineage is where it is noted which session was made of which. The zero value keeps nothing.
	Lineage forks.Log
	// Live is the view of the runs of this process.
	Live *store.Store
	Host adapter.Host
	// Environment is what CLIs are started with, NAME=value.
	Environment []string
	// Locate finds a CLI's program. Its error wraps installed.ErrNotInstalled.
	Locate func(context.Context, inject.Driver) (installed.Program, error)
	// Came says what of a session and a folder has come from another machine, nil for nothing. May be nil itself: then
	// nothing has.
	Came func(from runs.Session, dir string) *runs.Came
	// Secrets finds what must not go to another vendor, for runs that ask for that.
	Secrets redaction.Detector
	// Today knows what the user was told today and need not be told again. The zero value has everything told.
	Today Daily
	// ExitCode is the exit code that stead ends with for an error, which the run's record holds.
	ExitCode func(error) int
}

// Sources finds the sessions that runs continue.
func (o *Orchestrator) Sources() source.Finder {
	return source.Finder{Catalog: o.Catalog, Runs: o.Runs, Host: o.Host}
}

// Families finds what sessions came from, and what came of them.
func (o *Orchestrator) Families() source.Families {
	return source.Families{Sources: o.Sources(), Lineage: o.Lineage}
}

// planner prepares the deliveries of runs.
func (o *Orchestrator) planner() delivery.Planner {
	return delivery.Planner{
		Adapters: o.Adapters, Catalog: o.Catalog, Host: o.Host, Process: o.Environment, Locate: o.Locate, Secrets: o.Secrets,
	}
}

// remarks tell an observer of what the user should know.
func (o *Orchestrator) remarks(seen Observer) remarks {
	return remarks{planner: o.planner(), seen: seen, today: o.Today}
}
