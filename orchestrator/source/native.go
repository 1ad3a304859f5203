package source

import (
	"context"
	"strings"

	"stead/forks"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// Session returns the session that a reference names. For a run, it is the session that the run made. Errors: those of
// the catalog.
func (f Finder) Session(ctx context.Context, reference string) (runs.Session, error) {
	source, err := f.Catalog.Resolve(ctx, reference)
	if err != nil {
		return runs.Session{}, err
	}
	if source.Run != "" {
		run, err := f.Runs.Load(source.Run)
		return run.To, err
	}
	if source.Summary.ID != "" {
		return runs.Session{CLI: source.Summary.CLI, ID: source.Summary.ID, Path: source.Summary.Path}, nil
	}
	stream, err := source.Open(ctx)
	return sessionOf(source.Summary, stream.Header), err
}

// Native returns the CLI's own record of where a session comes from.
func (f Finder) Native(ctx context.Context, reference string) (forks.Node, bool) {
	s, ok := f.LookUp(ctx, reference)
	if !ok {
		return forks.Node{}, false
	}
	stream, err := f.Open(ctx, runs.Session{CLI: s.CLI, ID: s.ID, Path: s.Path})
	l := stream.Header.Lineage
	if err != nil || l == nil || l.Kind == timeline.LineageSubagent || l.Parent == reference {
		return forks.Node{}, false
	}
	return forks.Node{
		Session: reference, Path: s.Path, Parent: l.Parent, At: l.At, Kind: l.Kind, Dir: s.Project,
		Title: forks.Headline(s.Title), Time: s.Created,
	}, true
}

// LookUp finds a session by its whole reference. Unlike the catalog, it does not search all other sessions if there is
// none.
func (f Finder) LookUp(ctx context.Context, reference string) (timeline.Summary, bool) {
	cli, id, _ := strings.Cut(reference, ":")
	r, err := f.Catalog.Reader(cli)
	if err != nil || id == "" {
		return timeline.Summary{}, false
	}
	for _, store := range r.Discover(f.Host) {
		for s, err := range readers.List(ctx, r, store, readers.Query{Prefix: id}) {
			if err == nil && s.ID == id {
				return s, true
			}
		}
	}
	return timeline.Summary{}, false
}
