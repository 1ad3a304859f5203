package setup

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"stead/adapters"
	"stead/catalog/index"
	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/cmd/stead/cli/failure"
	"stead/forks"
	"stead/forks/worktree"
	"stead/inject"
	"stead/internal/installed"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/runs"
	"stead/timeline"
)

// Orchestrator puts together what carries out runs.
func (s *Setup) Orchestrator() *orchestrator.Orchestrator {
	return &orchestrator.Orchestrator{
		Adapters: adapters.All(), Catalog: s.Catalog, Runs: s.Runs, Lineage: forks.OpenLog(s.Config.Folders.Data), Live: s.Live, Host: s.Host, Environment: s.Environ,
		Secrets: s.Secrets(),
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

// Lister lists the sessions of the machine.
func (s *Setup) Lister() listing.Lister {
	return listing.Lister{Catalog: s.Catalog, Origin: s.Origin(), Now: s.Host.Now}
}

// Index opens the index of all sessions. It is closed with the process. Errors are those of [index.Open].
func (s *Setup) Index(ctx context.Context) (*index.Index, error) {
	origins, err := origin.Read(ctx, s.Origin())
	if err != nil {
		return nil, err
	}
	var asked sync.Mutex // by several goroutines, while sessions are read
	x, err := index.Open(ctx, filepath.Join(s.Config.Folders.State, index.FileName), index.Options{
		Readers: adapters.ReadersWith(s.Config.Folders.Data), Host: s.Host,
		Delivered: func(of timeline.Summary) (after, upTo int) {
			asked.Lock()
			defer asked.Unlock()
			from := origins.Of(of)
			return from.After, from.Lines
		},
	})
	if err == nil {
		s.process.OnClose(func() { _ = x.Close() })
	}
	return x, err
}

// Alongside lets others follow a run that shares its process with others: it returns what observes the run, and what is called with its end.
// Stop ends that run alone.
type Alongside = func(stop func()) (orchestrator.Observer, func(runs.Run, error))

// Contests puts together what holds contests.
func (s *Setup) Contests(alongside Alongside) *ab.Runner {
	state := s.Config.Folders.State
	return &ab.Runner{
		Orchestrator: s.Orchestrator(), Contests: ab.Open(s.Config.Folders.Data),
		Trees: filepath.Join(state, "worktrees"), Worktree: worktree.Options{State: state}, Alongside: alongside,
	}
}

// Active are the runs that have not ended.
func (s *Setup) Active() active.Runs {
	return active.Runs{Records: s.Runs, State: s.Config.Folders.State}
}
