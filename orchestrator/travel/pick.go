package travel

import (
	"context"

	"stead/orchestrator/source"
	"stead/orchestrator/workdir"
	"stead/reach/parcel"
)

// pick finds the session that is to continue, which is zero for a new one, masks its secrets, and takes a snapshot of
// the work with all of its history.
func (t *Trip) pick(ctx context.Context) (from source.Source, load parcel.Load, err error) {
	isNew := t.Session.From == ""
	if !isNew {
		if from, err = t.Sources.Find(ctx, t.Session); err != nil {
			return from, load, err
		}
		if from.Stream, err = t.Leaving.stream(ctx, t.Home, from.Stream); err != nil {
			return from, load, err
		}
	}
	dir, err := t.folder(from)
	if err != nil {
		return from, load, err
	}
	load, err = t.load(ctx, dir, nil)
	if !isNew {
		load.Session, load.Reference = &from.Stream, from.Session.Reference()
	}
	return from, load, err
}

// folder returns the folder whose work travels. Errors are those of [workdir.Finder.Find].
func (t *Trip) folder(from source.Source) (string, error) {
	named, current := t.Dir, t.Sources.Catalog.Dir()
	if named == "" && t.Session.From == "" {
		named = current
	}
	return workdir.Finder{Home: t.Sources.Host.Home, Current: current}.Find(named, from)
}
