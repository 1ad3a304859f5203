package journey

import (
	"fmt"
	"slices"

	"stead/reach/parcel"
)

// Pass is a machine from which work has gone on to the next.
type Pass struct{ At, To parcel.Stop }

// stop returns this arrival as part of the way of work that goes on from here. Here is this machine's name.
func (a Arrival) stop(here string) parcel.Stop {
	return parcel.Stop{Machine: here, Arrival: a.ID, Job: a.Job}
}

// Onward returns the way of work that goes on from an arrival to another machine. Here is this machine's name.
func (a Arrival) Onward(here string) []parcel.Stop {
	way := append(slices.Clone(a.Way), a.stop(here))
	return way[max(0, len(way)-parcel.MostStops):]
}

// Passes returns the machines on the way from the departure to the arrival, each with the work's id there and the id
// under which the work went on.
func (a Arrival) Passes(left Departure, machine string) (all []Pass) {
	way := append(slices.Clone(a.Way), a.stop(machine))
	for i, stop := range way[:len(way)-1] {
		if len(all) > 0 || stop.Machine == left.Machine && stop.Arrival == left.Arrival {
			all = append(all, Pass{At: stop, To: way[i+1]})
		}
	}
	return all
}

// Passed records that work that went on from an arrival here to another machine has come home. Errors: those of
// [Departures.Find] and [Arrivals.Fetch].
func (ds Departures) Passed(as Arrivals, a Arrival, to parcel.Stop) error {
	d, err := ds.left(to)
	if err != nil {
		return err
	}
	if in, err := as.In(d.Snapshot.Dir); err != nil || in.ID != a.ID {
		return fmt.Errorf("%w: %s has gone to %s from elsewhere", ErrUnknown, a.ID, to.Machine)
	}
	d.Fetched = true
	if err := ds.Save(d); err != nil {
		return err
	}
	var home []string
	for _, p := range d.Snapshot.Parts() {
		home = append(home, p.Snapshot.Commit)
	}
	return as.Fetch(a, home)
}
