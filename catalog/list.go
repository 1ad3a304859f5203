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

// Query narrows a list. The zero value asks for everything.
type Query struct {
	// CLI keeps only that CLI's sessions.
	CLI string
	// Project keeps only sessions of that folder. Links in it are followed.
	Project string
	// Subagents keeps the sessions of sub-agents, too.
	Subagents bool
	// Limit keeps only so many, the newest. 0 keeps all.
	Limit int
}

// Listing is what a list found.
type Listing struct {
	// Sessions are the newest first. Sub-agents' sessions belong to the ones that started them, and are left out unless
	// they are asked for.
	Sessions []timeline.Summary
	// Warnings say what could not be read.
	Warnings []error
	// Looked are the stores that were looked at.
	Looked []Looked
	short  map[string]string
}

// isWhole reports what counts as a session, here and everywhere: what a person has begun, or forked off, and can
// continue. The session of a sub-agent is a part of the one that started it, and so are abandoned branches. Files that
// are empty or cannot be read are none.
func isWhole(s timeline.Summary) bool { return s.Parent == "" }

// Looked is a store that was looked at, and how many sessions it has.
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

// Count returns how many sessions a CLI has in all of its stores, whatever the query has kept of them.
func (l Listing) Count(cli string) int {
	n := 0
	for _, looked := range l.Looked {
		if looked.CLI == cli {
			n += looked.Sessions
		}
	}
	return n
}

// Where says in a few words where was looked.
func (l Listing) Where() string { return where(l.Looked, nil) }

// stores are all stores of the machine.
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
	// The whole stores are listed, whatever the query: a reference is short only when it names no other session of them.
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

// collect lists the readers' stores, all at once.
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

// sameFolder compares folders as they are written and with links followed: CLIs record the real path, users type the
// other.
func sameFolder(a, b string) bool {
	return filepath.Clean(a) == filepath.Clean(b) || adapter.RealPath(a) == adapter.RealPath(b)
}
