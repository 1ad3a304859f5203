package setup

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/google/uuid"

	"stead/adapters"
	"stead/catalog/listing"
	"stead/cmd/stead/cli/failure"
	"stead/forks"
	"stead/forks/draft"
	"stead/forks/worktree"
	"stead/inject"
	"stead/internal/sys/installed"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/reach/journey"
	"stead/runs"
)

// Orchestrator assembles the orchestrator of runs.
func (s *Setup) Orchestrator() *orchestrator.Orchestrator {
	return &orchestrator.Orchestrator{
		Adapters: adapters.All(), Catalog: s.Catalog, Runs: s.Runs, Lineage: forks.OpenLog(s.Config.Folders.Data),
		Live: s.Live, Host: s.Host, Environment: s.Environ,
		Today:   orchestrator.Daily{Folder: filepath.Join(s.Config.Folders.State, "said"), Now: s.Host.Now},
		Secrets: s.Secrets(), Came: journey.OpenArrivals(s.Config.Folders.Data).Came,
		Locate: func(ctx context.Context, d inject.Driver) (installed.Program, error) {
			program, err := s.Find(ctx, d)
			if err != nil {
				err = fmt.Errorf("find %s: %w", d.Info().Title, err)
			}
			return program, err
		},
		ExitCode: func(err error) int {
			code, _ := failure.Code(err)
			return code
		},
	}
}

// Drafts assembles the editor of drafts.
func (s *Setup) Drafts() draft.Editor {
	return draft.Editor{
		Folder: draft.OpenFolder(s.Config.Folders.Data), Now: s.Host.Now, NewID: uuid.NewString,
		Source: func(ctx context.Context, reference string) (draft.Original, error) {
			source, err := s.Catalog.Resolve(ctx, reference)
			if err != nil {
				return draft.Original{}, err
			}
			lasting, err := source.Lasting()
			if err != nil {
				return draft.Original{}, err
			}
			stream, err := source.Open(ctx)
			return draft.Original{Stream: stream, Reference: lasting, Title: forks.Headline(source.Summary.Title)}, err
		},
	}
}

// Lister returns the lister of the machine's sessions.
func (s *Setup) Lister() listing.Lister {
	return listing.Lister{Catalog: s.Catalog, Origin: s.Origin(), Now: s.Host.Now, Recall: s.Index.recall,
		Search: s.Index.searchTexts}
}

// Alongside makes a run that shares its process with others observable: it returns an observer of the run, and a
// function to call when the run ends. Stop ends only that run.
type Alongside = func(stop func()) (orchestrator.Observer, func(runs.Run, error))

// Contests assembles the runner of contests.
func (s *Setup) Contests(alongside Alongside) *ab.Runner {
	state := s.Config.Folders.State
	return &ab.Runner{
		Orchestrator: s.Orchestrator(), Contests: ab.Open(s.Config.Folders.Data),
		Trees: filepath.Join(state, "worktrees"), Worktree: worktree.Options{State: state}, Alongside: alongside,
	}
}

// Active returns access to the runs that have not ended.
func (s *Setup) Active() active.Runs {
	return active.Runs{Records: s.Runs, State: s.Config.Folders.State,
		Lineage: forks.OpenLog(s.Config.Folders.Data)}
}
