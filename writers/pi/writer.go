package pi

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/adapters/pi"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Pi. The zero value is ready for use.
type Writer struct{}

// Info returns the CLI's description.
func (Writer) Info() adapter.Info { return pi.Info() }

// Plan chooses the id and the folder. The CLI works in the folder that a session's header names.
func (Writer) Plan(store adapter.Store, stream timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, stream, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: pi.Info(), IsID: pi.IsSessionID,
		Rule: "Pi takes only letters, digits, dots, hyphens and underscores in a session's id",
		Path: func(root string, o writers.Options) string {
			return pi.SessionPath(root, adapter.RealPath(o.Dir), o.ID, o.Now)
		},
	}
}

// Encode writes the session to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan)
	err := e.encode(ctx)
	return e.out.report, err
}

// Write creates the session's file and the files of its sub-agents. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if err := refuseExisting(plan); err != nil {
		return writers.Receipt{}, err
	}
	return plan.Write(func(dst io.Writer, files *writers.Files) (writers.Written, error) {
		e := newEncoder(dst, plan)
		e.nameAgents()
		err := e.writeAgents(ctx, files)
		if err == nil {
			err = e.encode(ctx)
		}
		return writers.Written{Report: e.out.report, Size: e.out.Size, Lines: e.out.Lines}, err
	})
}

// refuseExisting looks for the id at the end of the names of the project's files. A name begins with a time, which
// differs for another session with that id.
func refuseExisting(plan writers.Plan) error {
	if plan.Extends != nil {
		return nil
	}
	found, err := filepath.Glob(filepath.Join(filepath.Dir(plan.Path), "*_"+plan.ID+pi.Extension))
	if err == nil && len(found) > 0 {
		return fmt.Errorf("write session %s: %w: it is %s", plan.ID, adapter.ErrExists, found[0])
	}
	return nil
}
