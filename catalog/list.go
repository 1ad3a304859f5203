package catalog

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// Query narrows a list. The zero value matches everything.
type Query struct {
	// CLI restricts the list to that CLI's sessions.
	CLI string
	// Project restricts the list to sessions of that folder. Symbolic links in it are followed.
	Project string
	// Subagents includes the sessions of sub-agents.
	Subagents bool
	// Limit is the maximum number of sessions; the newest are kept. 0 means no limit.
	Limit int
}

// Listing is the result of a list.
type Listing struct {
	// Sessions are sorted with the newest first. Sessions of sub-agents belong to the sessions that started them, and
	// are omitted unless the query asks for them.
	Sessions []timeline.Summary
	// Warnings describe what could not be read.
	Warnings []error
	// Looked are the stores that were searched.
	Looked []Looked
	short  map[string]string
}

// isWhole reports whether a summary counts as a session, here and everywhere: a person started or forked it and can
// continue it. The session of a sub-agent is a part of the one that started it, and so are abandoned branches. Empty
// and unreadable files do not count.
func isWhole(s timeline.Summary) bool { return s.Parent == "" }

// Looked is a store that was searched, and the number of its sessions.
type Looked struct {
	adapter.Store
	Sessions int
}

// Reference returns the shortest reference that names a session of the listing and no other.
func (l Listing) Reference(s timeline.Summary) string {
	if short, ok := l.short[s.CLI+":"+s.ID]; ok {
		return short
	}
	return s.CLI + ":" + s.ID
}

// Count returns how many sessions a CLI has in all of its stores, independent of the query.
func (l Listing) Count(cli string) int {
	n := 0
	for _, looked := range l.Looked {
		if looked.CLI == cli {
			n += looked.Sessions
		}
	}
	return n
}

// Where describes in a few words where stead searched.
func (l Listing) Where() string { return where(l.Looked, nil) }

// stores are all stores on the machine.
type stores struct {
	host adapter.Host
	clis clis
}

func (s stores) list(ctx context.Context, q Query) (Listing, error) {
	chosen := s.clis
	if q.CLI != "" {
		r, err := s.clis.find(q.CLI)
		if err != nil {
			return Listing{}, err
		}
		chosen = []readers.Reader{r}
	}
	// Always list the whole stores: a short reference must not match any other session in them.
	l, err := s.collect(ctx, chosen, readers.Query{})
	if err != nil {
		return l, err
	}
	l.short = Shorten(l.Sessions)
	l.Sessions = slices.DeleteFunc(l.Sessions, func(s timeline.Summary) bool {
		return !q.Subagents && !isWhole(s) || q.Project != "" && !sameFolder(s.Project, q.Project)
	})
	if q.Limit > 0 && len(l.Sessions) > q.Limit {
		l.Sessions = l.Sessions[:q.Limit]
	}
	return l, nil
}

// collect lists the readers' stores concurrently.
func (s stores) collect(ctx context.Context, chosen []readers.Reader, q readers.Query) (Listing, error) {
	var all Listing
	var parts []*Listing
	var group errgroup.Group
	for _, r := range chosen {
		for _, store := range r.Discover(s.host) {
			part := &Listing{}
			parts = append(parts, part)
			group.Go(func() error {
				part.add(ctx, r, store, q)
				return ctx.Err()
			})
		}
	}
	err := group.Wait()
	for _, part := range parts {
		all.Sessions = append(all.Sessions, part.Sessions...)
		all.Warnings = append(all.Warnings, part.Warnings...)
		all.Looked = append(all.Looked, part.Looked...)
	}
	slices.SortFunc(all.Sessions, newestFirst)
	return all, err
}

func (l *Listing) add(ctx context.Context, r readers.Reader, store adapter.Store, q readers.Query) {
	whole := 0
	for s, err := range readers.List(ctx, r, store, q) {
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			l.Warnings = append(l.Warnings, fmt.Errorf("list the sessions of %s: %w", r.Info().Title, err))
			continue
		}
		l.Sessions = append(l.Sessions, s)
		if isWhole(s) {
			whole++
		}
	}
	l.Looked = append(l.Looked, Looked{store, whole})
}

func newestFirst(a, b timeline.Summary) int {
	return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(a.CLI, b.CLI), strings.Compare(a.ID, b.ID),
		strings.Compare(a.Path, b.Path))
}

// sameFolder compares folders as written and with links resolved: CLIs record the real path, while users may type a
// different one.
func sameFolder(a, b string) bool {
	return filepath.Clean(a) == filepath.Clean(b) || adapter.RealPath(a) == adapter.RealPath(b)
}
