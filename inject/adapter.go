package inject

import (
	"stead/adapters/adapter"
	"stead/readers"
	"stead/writers"
)

// Adapter is everything that stead knows about one CLI, or about a format.
type Adapter struct {
	Reader readers.Reader
	Writer writers.Writer
	// Driver is nil for a format without a CLI.
	Driver Driver
}

// OpenedBy returns the processes that have a session of the CLI open, as far as the CLI shows it.
func (a Adapter) OpenedBy(host adapter.Host, at adapter.Location) (pids []int) {
	d, shows := a.Driver.(OpenChecker)
	if !shows {
		return nil
	}
	return d.OpenedBy(adapter.Store{CLI: a.Reader.Info().Name, Root: a.Driver.Home(host)}, at)
}
