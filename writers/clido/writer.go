package clido

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stead/internal/adapter"
	format "stead/internal/format/clido"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for clido. The zero value is ready for use.
type Writer struct{}

var _ writers.Writer = Writer{}

// New returns the writer.
func New() Writer { return Writer{} }

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id and the file, whose name is the id and whose folder is the project's path.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	if o.ID == "" {
		o.ID = o.NewID()
	}
	if !format.IsID(o.ID) {
		return writers.Plan{}, fmt.Errorf("plan session %q: clido names the file after the id, and this can be no file's name", o.ID)
	}
	if o.Dir == "" {
		o.Dir = s.Header.Project.Path
	}
	p := writers.Plan{CLI: format.Name, ID: o.ID, Stream: s, Options: o}
	if store.Root == "" {
		return p, nil
	}
	if o.Dir == "" {
		return writers.Plan{}, errors.New("plan session: the source names no working folder, and clido keeps sessions by it: give one")
	}
	p.Path = o.Place(format.Path(store.Root, o.Dir, o.ID))
	if found := format.Find(store.Root, o.ID); found != "" && o.Extends == nil {
		return p, fmt.Errorf("%w: session %s is %s", adapter.ErrExists, o.ID, found)
	}
	return p, nil
}

// Encode writes the session's file to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	n := newEncoder(dst, plan)
	err := n.encode(ctx)
	return n.report, err
}

// Write makes the session's file. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	files := plan.Files()
	defer files.Abort()
	dst, err := files.Create(plan.Path)
	if err != nil {
		return writers.Receipt{}, fmt.Errorf("write session %s: %w", plan.ID, err)
	}
	n := newEncoder(dst, plan)
	if err := n.encode(ctx); err != nil {
		return writers.Receipt{}, fmt.Errorf("write session %s: %w", plan.ID, err)
	}
	return files.Commit(plan, n.report, n.out.Size, n.out.Lines)
}
