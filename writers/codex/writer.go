package codex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"stead/internal/adapter"
	format "stead/internal/format/codex"
	"stead/timeline"
	"stead/writers"
)

// Writer writes rollouts.
type Writer struct{}

// New returns the writer.
func New() *Writer { return &Writer{} }

var _ writers.Writer = (*Writer)(nil)

// Info describes the CLI.
func (*Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id, the folder and the path. The working folder is the source's where none is asked for.
func (*Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	p := writers.Plan{CLI: format.Name, ID: o.ID, Stream: s, Options: o}
	if p.ID == "" {
		id, err := format.NewID(o.Now, o.NewID())
		if err != nil {
			return p, err
		}
		p.ID = id
	}
	if !format.IsID(p.ID) {
		return p, fmt.Errorf("plan a Codex session: the id %q is no UUID in lower case: Codex would silently start an empty session", p.ID)
	}
	if p.Dir == "" {
		p.Dir = s.Header.Project.Path
	}
	if store.Root != "" {
		p.Path = o.Place(format.Path(store.Root, p.ID, o.Now))
	}
	return p, nil
}

// Encode writes the rollout to dst. See [writers.Writer].
func (*Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan)
	err := e.encode(ctx)
	if err == nil {
		err = e.encodeOthers(ctx, func(string) (io.Writer, error) { return io.Discard, nil })
		e.report.Branches = nil // these sessions have other ids when they are written
	}
	return e.report, err
}

// Write makes the rollout. See [writers.Writer].
func (*Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Path == "" {
		return writers.Receipt{}, errors.New("write a Codex session: the plan has no store")
	}
	if plan.Extends == nil {
		if err := refuseExisting(plan); err != nil {
			return writers.Receipt{}, err
		}
	}
	files := plan.Files()
	defer files.Abort()
	file, err := files.Create(plan.Path)
	if err != nil {
		return writers.Receipt{}, err
	}
	e := newEncoder(file, plan)
	if err := e.encode(ctx); err != nil {
		return writers.Receipt{}, err
	}
	create := func(id string) (io.Writer, error) {
		return files.Create(filepath.Join(filepath.Dir(plan.Path), filepath.Base(format.Path("", id, plan.Now))))
	}
	if err := e.encodeOthers(ctx, create); err != nil {
		return writers.Receipt{}, err
	}
	return files.Commit(plan, e.report, e.out.Size, e.out.Lines)
}

// refuseExisting looks for the id in the names of all rollouts: the CLI finds a session by it wherever it lies.
func refuseExisting(plan writers.Plan) error {
	root := format.RootOf(plan.Path)
	found, err := format.Find(root, plan.ID)
	if err == nil {
		return fmt.Errorf("%w: session %s is %s", adapter.ErrExists, plan.ID, found)
	}
	return nil
}
