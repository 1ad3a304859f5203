package setup

import (
	"context"
	"fmt"
	"os"
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
	return listing.Lister{Catalog: s.Catalog, Origin: s.Origin(), Now: s.Host.Now, Recall: s.recall}
}

// recall returns the sessions as the index knows them, brought up to date. It is false where there is no index yet, or none that can be used: a list
// does not wait for one.
func (s *Setup) recall(ctx context.Context) (sessions []listing.Session, warnings []error, ok bool) {
	if _, err := os.Stat(s.indexPath()); err != nil {
		return nil, nil, false
	}
	x, err := s.Index(ctx)
	if err != nil {
		return nil, nil, false
	}
	report, err := x.Look(ctx)
	if err != nil {
		return nil, nil, false
	}
	known, err := x.Sessions(ctx)
	if err != nil {
		return nil, nil, false
	}
	for _, k := range known {
		sessions = append(sessions, listing.Session{Summary: k.Summary, Turns: k.Turns})
	}
	return sessions, report.Warnings, true
}

func (s *Setup) indexPath() string { return filepath.Join(s.Config.Folders.State, index.FileName) }

// Index opens the index of all sessions. It is closed with the process. Errors are those of [index.Open].
func (s *Setup) Index(ctx context.Context) (*index.Index, error) {
	origins, err := origin.Read(ctx, s.Origin())
	if err != nil {
		return nil, err
	}
	var asked sync.Mutex // by several goroutines, while sessions are read
	x, err := index.Open(ctx, s.indexPath(), index.Options{
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
