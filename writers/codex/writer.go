package codex

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/sys/atomicfile"
	"stead/timeline"
	"stead/writers"
)

// Writer writes rollouts.
type Writer struct{}

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id, the folder and the path. The working folder is the source's unless the options name one.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, s, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: format.Info(), AnyDir: true,
		NewID: func(o writers.Options) (string, error) { return format.NewID(o.Now, o.NewID()) },
		IsID:  format.IsID, Rule: "Codex takes only a UUID in lower case, and would silently start an empty session",
		Path: func(root string, o writers.Options) string { return format.Path(root, o.ID, o.Now) },
	}
}

// Encode writes the rollout to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan)
	if plan.Path != "" {
		e.restorer.parts.create = func(string) (io.Writer, error) { return io.Discard, nil }
	}
	err := e.encode(ctx)
	if err == nil {
		err = e.encodeOthers(ctx, func(string) (io.Writer, error) { return io.Discard, nil })
		e.out.report.Branches = nil // these sessions get other ids when they are written
	}
	return e.out.report, err
}

// Write writes the rollout, and those of abandoned branches and sub-agents. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if err := refuseExisting(plan); err != nil {
		return writers.Receipt{}, err
	}
	return plan.Write(func(dst io.Writer, files *writers.Files) (writers.Written, error) {
		e := newEncoder(dst, plan)
		e.restorer.parts.create = files.Create
		err := e.encode(ctx)
		if err == nil {
			err = e.encodeOthers(ctx, func(id string) (io.Writer, error) {
				return files.Create(filepath.Join(filepath.Dir(plan.Path), filepath.Base(format.Path("", id, plan.Now))))
			})
		}
		return writers.Written{Report: e.out.report, Size: e.out.Size, Lines: e.out.Lines}, err
	})
}

// Fingerprint returns the current fingerprint of the session's file that grows. See [writers.Fingerprinter].
func (Writer) Fingerprint(_ context.Context, l adapter.Location) (writers.Fingerprint, error) {
	path := format.Current(l.Path)
	state, err := atomicfile.StateOf(path)
	return writers.Fingerprint{Path: path, ID: l.ID, File: writers.FileState(state)}, err
}

// refuseExisting searches the names of all rollouts for the id, because the CLI finds a session by its id in any
// folder.
func refuseExisting(plan writers.Plan) error {
	if plan.Path == "" || plan.Extends != nil {
		return nil
	}
	found, err := format.Find(format.RootOf(plan.Path), plan.ID)
	if err == nil {
		return fmt.Errorf("%w: session %s is %s", adapter.ErrExists, plan.ID, found)
	}
	return nil
}
