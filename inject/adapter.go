package inject

import (
	"stead/adapters/adapter"
	"stead/readers"
	"stead/writers"
)

// Adapter is all that stead knows of one CLI, or of a format.
type Adapter struct {
	Reader readers.Reader
	Writer writers.Writer
	// Driver is nil for a format that no CLI has.
	Driver Driver
}

// OpenedBy returns the processes that have a session of the CLI open, as far as that shows.
func (a Adapter) OpenedBy(host adapter.Host, at adapter.Location) (pids []int) {
	d, shows := a.Driver.(OpenChecker)
	if !shows {
		return nil
	}
	return d.OpenedBy(adapter.Store{CLI: a.Reader.Info().Name, Root: a.Driver.Home(host)}, at)
}
