package travel

import (
	"context"
	"time"

	"stead/orchestrator/exchange"
	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/remote"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Home is this machine, from which sessions leave and to which they come. All fields must be set, except as noted.
type Home struct {
	// Data and State are stead's folders for data and for state.
	Data, State string
	// Sources finds the sessions and runs of this machine.
	Sources source.Finder
	// Folders returns the folders of its sessions.
	Folders func(context.Context) ([]string, error)
	// Leaving returns the masking of secrets, by the user's settings, for a session that continues in a CLI elsewhere.
	Leaving func(cli string) exchange.Leaving
	// Import writes a session into the store of its CLI, under the id that it has, to continue in a folder. It does
	// nothing if stead cannot write that CLI's sessions. Errors: those of [exchange.Import.Deliver] and of open.
	Import func(ctx context.Context, session runs.Session, dir string, open Open) (writers.Receipt, error)
	// Connect connects to the hub. The caller closes the connection.
	Connect func(context.Context) (*remote.Hub, error)
	// Lease is how long the lease of a run lasts.
	Lease time.Duration
	// User learns what happens.
	User User
}

// Open opens a session.
type Open = func(context.Context) (timeline.Stream, error)

// User learns what happens while sessions travel.
type User interface {
	// Note is called with messages that the user should know but need not act upon.
	Note(text string)
	// Messages is called with what another machine says.
	Messages(lines []string)
	// Masked is called after a session has left of which secrets were masked.
	Masked(secrets writers.Secrets)
}

// runs returns the records of this machine's runs.
func (h Home) runs() runs.Folder { return h.Sources.Runs }

// arrivals returns what has come here.
func (h Home) arrivals() journey.Arrivals { return journey.OpenArrivals(h.Data) }

// departures returns what has left.
func (h Home) departures() journey.Departures { return journey.OpenDepartures(h.Data) }

// known says where this machine keeps what it knows of others.
func (h Home) known(hub *remote.Hub) remote.KnownOptions {
	return remote.KnownOptions{Data: h.Data, State: h.State, Self: hub.Self().Key, Now: h.Sources.Host.Now}
}
