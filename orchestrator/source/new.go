package source

import (
	"time"

	"stead/adapters/adapter"
	"stead/timeline"
)

// New returns the source of a run that continues nothing: a CLI begins a session of its own in a folder. The model is
// the requested one; empty leaves the choice to the CLI.
func (f Finder) New(cli, dir, model string) Source {
	from := Source{IsNew: true, Dir: adapter.RealPath(dir)}
	from.Stream = timeline.Stream{Entries: timeline.Of(), Header: timeline.Header{
		Version: timeline.Version, Source: timeline.Source{CLI: cli}, Project: timeline.Project{Path: from.Dir},
		Model: timeline.Model{Model: model}, Metadata: timeline.Metadata{Created: f.Host.Now().UTC().Format(time.RFC3339)},
	}}
	return from
}
