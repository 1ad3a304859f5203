package qwen

import (
	"context"
	"io"

	"stead/adapters/adapter"
	"stead/adapters/qwen"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Qwen Code. The zero value is ready for use.
type Writer struct{}

// Info returns the CLI's description.
func (Writer) Info() adapter.Info { return qwen.Info() }

// Plan chooses the id, the folder and the version. The CLI finds a session by its id, a UUID, and its working folder.
func (Writer) Plan(store adapter.Store, stream timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, stream, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: qwen.Info(), Version: qwen.Version, IsID: qwen.IsSessionID,
		Rule: "Qwen Code takes only a UUID for a session's id",
		Path: func(root string, o writers.Options) string {
			return qwen.SessionPath(root, adapter.RealPath(o.Dir), o.ID)
		},
	}
}

// Encode writes the session's main file to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan, plan.Stream, "")
	err := e.encode(ctx)
	return e.out.report, err
}

// Write creates the session's file and the files of its sub-agents. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	return plan.Write(func(dst io.Writer, files *writers.Files) (writers.Written, error) {
		e := newEncoder(dst, plan, plan.Stream, "")
		err := e.encode(ctx)
		if err == nil {
			err = e.writeAgents(ctx, files)
		}
		return writers.Written{Report: e.out.report, Size: e.out.Size, Lines: e.out.Lines}, err
	})
}
