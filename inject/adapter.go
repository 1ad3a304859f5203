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

// OpenedBy returns the process that has a session of the CLI open, as far as that shows.
func (a Adapter) OpenedBy(host adapter.Host, at adapter.Location) (pid int, open bool) {
	d, shows := a.Driver.(OpenChecker)
	if !shows {
		return 0, false
	}
	return d.OpenedBy(adapter.Store{CLI: a.Reader.Info().Name, Root: a.Driver.Home(host)}, at)
}
