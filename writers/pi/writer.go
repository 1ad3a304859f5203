package pi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"stead/internal/adapter"
	"stead/internal/format/pi"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Pi. The zero value is ready for use.
type Writer struct{}

var _ writers.Writer = Writer{}

// New returns the writer.
func New() Writer { return Writer{} }

// Info returns the CLI's description.
func (Writer) Info() adapter.Info { return pi.Info() }

// Plan decides id and folder. The CLI works in the folder that a session's header names.
func (Writer) Plan(store adapter.Store, stream timeline.Stream, o writers.Options) (writers.Plan, error) {
	if o.ID == "" {
		o.ID = o.NewID()
	}
	if !pi.IsSessionID(o.ID) {
		return writers.Plan{}, fmt.Errorf("plan session %q: Pi takes only letters, digits, dots, hyphens and underscores in a session's id", o.ID)
	}
	if o.Dir == "" {
		o.Dir = stream.Header.Project.Path
	}
	plan := writers.Plan{CLI: pi.Name, ID: o.ID, Stream: stream, Options: o}
	if store.Root == "" {
		return plan, nil
	}
	if o.Dir == "" {
		return writers.Plan{}, errors.New("plan session: the source names no working folder, and Pi keeps sessions by it: give one")
	}
	plan.Path = o.Place(pi.SessionPath(store.Root, adapter.RealPath(o.Dir), o.ID, o.Now))
	return plan, nil
}

// Encode writes the session to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan)
	err := e.encode(ctx)
	return e.report, err
}

// Write makes the session's file. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	receipt, err := write(ctx, plan)
	if err != nil {
		return writers.Receipt{}, fmt.Errorf("write session %s: %w", plan.ID, err)
	}
	return receipt, nil
}

func write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Extends == nil {
		if err := refuseExisting(plan); err != nil {
			return writers.Receipt{}, err
		}
	}
	files := plan.Files()
	defer files.Abort()
	dst, err := files.Create(plan.Path)
	if err != nil {
		return writers.Receipt{}, err
	}
	e := newEncoder(dst, plan)
	e.nameAgents()
	if err := e.writeAgents(ctx, files); err != nil {
		return writers.Receipt{}, err
	}
	if err := e.encode(ctx); err != nil {
		return writers.Receipt{}, err
	}
	return files.Commit(plan, e.report, e.out.Size, e.out.Lines)
}

// refuseExisting looks for the id at the end of the project's files: the name begins with a time, which another session of that id does
// not share.
func refuseExisting(plan writers.Plan) error {
	found, err := filepath.Glob(filepath.Join(filepath.Dir(plan.Path), "*_"+plan.ID+pi.Extension))
	if err == nil && len(found) > 0 {
		return fmt.Errorf("%w: it is %s", adapter.ErrExists, found[0])
	}
	return nil
}
