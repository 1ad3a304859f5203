package source

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"stead/catalog"
	"stead/forks"
	"stead/timeline"
)

// survey looks up the current state of a family's sessions. It reads each run's record and each session's file once.
type survey struct {
	f   Families
	ctx context.Context
	// listed are the sessions of CLIs that keep all of theirs in one place, by their references.
	listed map[string]map[string]timeline.Summary
}

func (f Families) survey(ctx context.Context) *survey {
	return &survey{f, ctx, map[string]map[string]timeline.Summary{}}
}

// members returns a session with everything made from it.
func (s *survey) members(root *forks.Tree, wanted string) *Member {
	made := map[*forks.Tree]*Member{}
	for t := range root.All() {
		made[t] = &Member{Node: t.Node, Wanted: t.Session == wanted}
	}
	s.loadOutcomes(maps.Values(made))
	for t, r := range made {
		s.place(r)
		for _, child := range t.Children {
			r.Children = append(r.Children, made[child])
		}
	}
	return made[root]
}

// loadOutcomes reads the records of the runs, several at the same time, because in a large family they are most of the
// work.
func (s *survey) loadOutcomes(family iter.Seq[*Member]) {
	var loading errgroup.Group
	loading.SetLimit(runtime.GOMAXPROCS(0))
	for r := range family {
		if r.Run == "" {
			continue
		}
		loading.Go(func() error {
			if run, err := s.f.Sources.Runs.Load(r.Run); err == nil {
				r.Outcome = &run
			}
			return nil
		})
	}
	_ = loading.Wait() // a record that cannot be read is ignored
}

// place finds out where a session is stored, and whether it still exists.
func (s *survey) place(r *Member) {
	if r.Path == "" {
		s.complete(r)
		return
	}
	r.Gone = s.isGone(r)
}

// complete looks for a session of which only the reference is known.
func (s *survey) complete(r *Member) {
	found, ok := s.f.Sources.LookUp(s.ctx, r.Session)
	if r.Gone = !ok; r.Gone {
		return
	}
	r.Path, r.Dir, r.Title = found.Path, cmp.Or(r.Dir, found.Project), cmp.Or(r.Title, forks.Headline(found.Title))
	if r.Time.IsZero() {
		r.Time = found.Created
	}
}

// isGone reports whether a session was deleted. If several sessions share one place, it searches for the session in a
// list of them.
func (s *survey) isGone(r *Member) bool {
	if _, err := os.Stat(r.Path); err != nil {
		return true
	}
	cli, id, _ := strings.Cut(r.Session, ":")
	if strings.Contains(r.Path, id) {
		return false
	}
	_, ok := s.list(cli)[id]
	return !ok
}

func (s *survey) list(cli string) map[string]timeline.Summary {
	if all, ok := s.listed[cli]; ok {
		return all
	}
	all := map[string]timeline.Summary{}
	if l, err := s.f.Sources.Catalog.List(s.ctx, catalog.Query{CLI: cli}); err == nil {
		for _, one := range l.Sessions {
			all[one.ID] = one
		}
	}
	s.listed[cli] = all
	return all
}
