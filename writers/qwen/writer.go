package qwen

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stead/internal/adapter"
	"stead/internal/format/qwen"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Qwen Code. The zero value is ready for use.
type Writer struct{}

var _ writers.Writer = Writer{}

// New returns the writer.
func New() Writer { return Writer{} }

// Info returns the CLI's description.
func (Writer) Info() adapter.Info { return qwen.Info() }

// Plan decides id, folder and version. The CLI finds a session by its id and its working folder.
func (Writer) Plan(store adapter.Store, stream timeline.Stream, o writers.Options) (writers.Plan, error) {
	if o.ID == "" {
		o.ID = o.NewID()
	}
	if !qwen.IsSessionID(o.ID) {
		return writers.Plan{}, fmt.Errorf("plan session %q: Qwen Code takes only a UUID for a session's id", o.ID)
	}
	if o.Dir == "" {
		o.Dir = stream.Header.Project.Path
	}
	if o.Version == "" {
		o.Version = qwen.Version
	}
	plan := writers.Plan{CLI: qwen.Name, ID: o.ID, Stream: stream, Options: o}
	if store.Root == "" {
		return plan, nil
	}
	if o.Dir == "" {
		return writers.Plan{}, errors.New("plan session: the source names no working folder, and Qwen Code keeps sessions by it: give one")
	}
	plan.Path = o.Place(qwen.SessionPath(store.Root, adapter.RealPath(o.Dir), o.ID))
	return plan, nil
}

// Encode writes the session's main file to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan)
	err := e.encode(ctx, plan.Stream)
	return e.report, err
}

// Write makes the session's file and those of its sub-agents. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	receipt, err := write(ctx, plan)
	if err != nil {
		return writers.Receipt{}, fmt.Errorf("write session %s: %w", plan.ID, err)
	}
	return receipt, nil
}

func write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	files := plan.Files()
	defer files.Abort()
	dst, err := files.Create(plan.Path)
	if err != nil {
		return writers.Receipt{}, err
	}
	e := newEncoder(dst, plan)
	if err := e.encode(ctx, plan.Stream); err != nil {
		return writers.Receipt{}, err
	}
	if err := e.writeAgents(ctx, files); err != nil {
		return writers.Receipt{}, err
	}
	return files.Commit(plan, e.report, e.out.Size, e.out.Lines)
}
