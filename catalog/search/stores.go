package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"stead/catalog"
	"stead/readers"
	"stead/timeline"
)

// storedPlace is a place in a reader's store.
type storedPlace struct {
	readers.Place
	reader readers.Reader
	cli    string
}

// size returns the total size of the files of a place.
func (p *storedPlace) size() (sum int64) {
	for _, f := range p.Files {
		sum += f.Size
	}
	return sum
}

// list finds all places that may contain sessions allowed by the query.
func (x *scanner) list(ctx context.Context) error {
	for _, r := range x.searcher.Readers {
		info := r.Info()
		if info.Portable || !x.q.wants(info.Name) {
			continue
		}
		for _, store := range r.Discover(x.searcher.Host) {
			for p, err := range r.Places(ctx, store, readers.Query{}) {
				if err != nil {
					x.warn(fmt.Errorf("list the sessions of %s: %w", info.Title, err))
				} else {
					x.stores.places = append(x.stores.places, storedPlace{p, r, info.Name})
				}
			}
		}
	}
	return ctx.Err()
}

// wants reports whether the query may allow sessions of a CLI.
func (q Query) wants(cli string) bool {
	only := Query{CLIs: q.CLIs, WithoutCLIs: q.WithoutCLIs}
	return only.keeps()(timeline.Summary{CLI: cli})
}

// stores knows the sessions that lists show. It does not read a place if the place's name shows that it need not.
type stores struct {
	places []storedPlace

	mu sync.Mutex
	// known holds the sessions of the places read so far, by the index of the place.
	known map[int][]timeline.Summary
}

// has reports whether a list shows a session. The index does not include such a session in the one that started it.
func (l *stores) has(ctx context.Context, cli, id string) bool {
	return slices.ContainsFunc(l.like(ctx, cli, id), func(s timeline.Summary) bool { return s.ID == id })
}

// reference returns the shortest reference that names a session and no other. For a sub-agent's session it names the
// session that started it.
func (l *stores) reference(ctx context.Context, s *timeline.Summary) string {
	id := cmp.Or(s.Parent, s.ID)
	return catalog.Shorten(l.like(ctx, s.CLI, catalog.Shown(s.CLI, id)))[s.CLI+":"+id]
}

// like returns the sessions of a CLI whose ids begin with the given text.
func (l *stores) like(ctx context.Context, cli, beginning string) []timeline.Summary {
	var found []timeline.Summary
	for i := range l.places {
		p := &l.places[i]
		if p.cli != cli || p.ID != "" && !strings.HasPrefix(p.ID, beginning) {
			continue
		}
		for _, s := range l.at(ctx, i) {
			if strings.HasPrefix(s.ID, beginning) {
				found = append(found, s)
			}
		}
	}
	return found
}

// at returns the sessions of a place. It omits those that cannot be read, because the search itself reports them.
func (l *stores) at(ctx context.Context, place int) []timeline.Summary {
	l.mu.Lock()
	defer l.mu.Unlock()
	sessions, isKnown := l.known[place]
	if isKnown {
		return sessions
	}
	for s, err := range l.places[place].reader.Summaries(ctx, l.places[place].Place) {
		if err == nil {
			sessions = append(sessions, s)
		}
	}
	if l.known == nil {
		l.known = map[int][]timeline.Summary{}
	}
	l.known[place] = sessions
	return sessions
}
