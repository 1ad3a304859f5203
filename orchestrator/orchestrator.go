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
	// Lineage records which session was made from which. The zero value records nothing.
	Lineage forks.Log
	// Live is the view of the runs of this process.
	Live *store.Store
	Host adapter.Host
	// Environment is the environment of the CLIs, as NAME=value.
	Environment []string
	// Locate finds a CLI's program. Its error wraps installed.ErrNotInstalled.
	Locate func(context.Context, inject.Driver) (installed.Program, error)
	// Came returns which part of a session and a folder has come from another machine, or nil if none has. Came itself may
	// be nil: then nothing has.
	Came func(from runs.Session, dir string) *runs.Came
	// Secrets finds text that must not go to another vendor, for runs that ask for redaction.
	Secrets redaction.Detector
	// Today knows which notes the user has already seen today. The zero value shows every note.
	Today Daily
	// ExitCode returns the exit code with which stead ends for an error. The run's record holds it.
	ExitCode func(error) int
}

// Sources finds the sessions that runs continue.
func (o *Orchestrator) Sources() source.Finder {
	return source.Finder{Catalog: o.Catalog, Runs: o.Runs, Host: o.Host}
}

// Families finds the ancestors and descendants of sessions.
func (o *Orchestrator) Families() source.Families {
	return source.Families{Sources: o.Sources(), Lineage: o.Lineage}
}

// planner prepares the deliveries of runs.
func (o *Orchestrator) planner() delivery.Planner {
	return delivery.Planner{
		Adapters: o.Adapters, Catalog: o.Catalog, Host: o.Host, Process: o.Environment, Locate: o.Locate, Secrets: o.Secrets,
	}
}

// remarks tells an observer what the user should know.
func (o *Orchestrator) remarks(seen Observer) remarks {
	return remarks{planner: o.planner(), seen: seen, today: o.Today}
}
