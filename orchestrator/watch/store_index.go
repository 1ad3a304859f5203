package watch

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"stead/catalog"
	"stead/timeline"
)

// storeIndex holds what is known of the stores of one CLI.
type storeIndex struct {
	cli   string
	roots []string
	// known are the sessions of the last list by id, byPath those that have a file of their own.
	known  map[string]timeline.Summary
	byPath map[string]string
	latest catalog.Listing

	// suspected says that something has changed that no follower saw; culprits are the paths of such changes.
	suspected bool
	culprits  map[string]bool
	// fruitless counts how often a change at a path has led to nothing: CLIs write many files besides their sessions.
	fruitless map[string]int

	listing bool
	// began is when the list began; rest is the time before which none begins.
	began, rest time.Time
}

// Bounds of lists.
const (
	// share is the ratio of the rest after a list to the list's duration.
	share = 20
	// leastRest is the shortest rest.
	leastRest = 250 * time.Millisecond
	// trials is how often a change at a path may lead to nothing before it is ignored, until the next poll.
	trials = 3
)

func newStoreIndex(cli string) *storeIndex {
	return &storeIndex{cli: cli, known: map[string]timeline.Summary{}, suspected: true, culprits: map[string]bool{},
		fruitless: map[string]int{}}
}

// holds reports whether a path lies in one of the CLI's stores.
func (s *storeIndex) holds(path string) bool { return s.rootOf(path) != "" }

func (s *storeIndex) rootOf(path string) string {
	for _, root := range s.roots {
		if strings.HasPrefix(path, root+string(filepath.Separator)) {
			return root
		}
	}
	return ""
}

// sole returns the one session whose file has the path.
func (s *storeIndex) sole(path string) (timeline.Summary, bool) {
	summary, ok := s.known[s.byPath[path]]
	return summary, ok
}

// suspect records a change about which nothing else is known.
func (s *storeIndex) suspect(path string) {
	if s.fruitless[path] < trials {
		s.suspected, s.culprits[path] = true, true
	}
}

// suspectAll makes everything be listed again.
func (s *storeIndex) suspectAll() {
	s.suspected = true
	clear(s.fruitless)
}

// due reports whether it is time for a list.
func (s *storeIndex) due(now time.Time) bool {
	if s.listing || !s.suspected || now.Before(s.rest) {
		return false
	}
	s.suspected, s.began = false, now
	return true
}

// listing is a list of a store.
type listing struct {
	catalog.Listing
	storeIndex *storeIndex
	err        error
}

// list runs in a goroutine of its own, so it must not touch the index.
func (s *storeIndex) list(ctx context.Context, c *catalog.Catalog, to chan<- listing) {
	found, err := c.List(ctx, catalog.Query{CLI: s.cli})
	to <- listing{found, s, err}
}

// apply applies the result of a list, and returns the sessions that are new or have changed.
func (s *storeIndex) apply(found listing) (changed []timeline.Summary) {
	now := time.Now()
	s.listing, s.rest = false, now.Add(max(leastRest, share*now.Sub(s.began)))
	if found.err != nil {
		return nil
	}
	s.roots, s.latest = nil, found.Listing
	for _, looked := range found.Looked {
		s.roots = append(s.roots, filepath.Clean(looked.Root))
	}
	before := s.known
	s.known, s.byPath = make(map[string]timeline.Summary, len(found.Sessions)), make(map[string]string,
		len(found.Sessions))
	shared := map[string]bool{}
	for _, summary := range found.Sessions {
		if old, ok := before[summary.ID]; !ok || !old.Updated.Equal(summary.Updated) || old.Bytes != summary.Bytes {
			changed = append(changed, summary)
		}
		s.known[summary.ID] = summary
		if _, ok := s.byPath[summary.Path]; ok {
			shared[summary.Path] = true
		}
		s.byPath[summary.Path] = summary.ID
	}
	for path := range shared {
		delete(s.byPath, path)
	}
	s.learn(len(changed) > 0)
	return changed
}

// learn records which changes led to something.
func (s *storeIndex) learn(fruitful bool) {
	for path := range s.culprits {
		if fruitful {
			delete(s.fruitless, path)
		} else {
			s.fruitless[path]++
		}
	}
	clear(s.culprits)
}
