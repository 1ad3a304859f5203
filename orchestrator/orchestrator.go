package orchestrator

import (
	"fmt"
	"strings"

	"stead/catalog"
	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/runs"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// Adapter is all that stead knows of one CLI.
type Adapter struct {
	Reader readers.Reader
	Writer writers.Writer
	Driver inject.Driver
}

// Program is an installed CLI.
type Program struct {
	Path    string
	Version string
}

// Orchestrator carries out the use cases. All fields must be set.
type Orchestrator struct {
	Adapters []Adapter
	Catalog  *catalog.Catalog
	Runs     runs.Folder
	Host     adapter.Host
	// Environment is what CLIs are started with, NAME=value.
	Environment []string
	// Locate finds a CLI's program. Its error says that the CLI is not installed.
	Locate func(inject.Driver) (Program, error)
	// ExitCode is the exit code that stead ends with for an error, which the run's record holds.
	ExitCode func(error) int
}

// Observer is told what a run does, while it does it. Its methods are called one at a time.
type Observer interface {
	// Planned comes when it is decided what is delivered, before anything is written.
	Planned(Plan)
	// Started comes when the session is delivered and the CLI runs.
	Started(runs.Run)
	// Entry comes for each new entry of the conversation, hidden ones included.
	Entry(*timeline.Entry)
	// Note comes for what the user should know and need not act upon.
	Note(string)
}

func (o *Orchestrator) adapter(name string) (Adapter, error) {
	var known []string
	for _, a := range o.Adapters {
		if a.Driver == nil {
			continue
		}
		if a.Driver.Info().Name == name {
			return a, nil
		}
		known = append(known, a.Driver.Info().Name)
	}
	return Adapter{}, fmt.Errorf("%w %q: use %s", ErrUnknownCLI, name, strings.Join(known, ", "))
}

// vendor returns the vendor of a CLI, or the empty string for one that stead does not know.
func (o *Orchestrator) vendor(name string) string {
	for _, a := range o.Adapters {
		if info := a.Reader.Info(); info.Name == name {
			return info.Vendor
		}
	}
	return ""
}
