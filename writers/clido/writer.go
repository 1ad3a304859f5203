package clido

import (
	"context"
	"fmt"
	"io"

	"stead/adapters/adapter"
	format "stead/adapters/clido"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for clido. The zero value is ready for use.
type Writer struct{}

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id and the file, whose name is the id and whose folder is the project's path.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	p, err := naming().Plan(store, s, o)
	if err != nil || p.Path == "" || o.Extends != nil {
		return p, err
	}
	if found := format.Find(store.Root, p.ID); found != "" {
		return p, fmt.Errorf("%w: session %s is %s", adapter.ErrExists, p.ID, found)
	}
	return p, nil
}

func naming() writers.Naming {
	return writers.Naming{
		Info: format.Info(), IsID: format.IsID, Rule: "clido names the file after the id, and this cannot be a file name",
		Path: func(root string, o writers.Options) string { return format.Path(root, o.Dir, o.ID) },
	}
}

// Encode writes the session's file to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	n := newEncoder(dst, plan)
	err := n.encode(ctx)
	return n.out.report, err
}

// Write creates the session's file. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	return plan.Write(func(dst io.Writer, _ *writers.Files) (writers.Written, error) {
		e := newEncoder(dst, plan)
		err := e.encode(ctx)
		return writers.Written{Report: e.out.report, Size: e.out.Size, Lines: e.out.Lines}, err
	})
}
