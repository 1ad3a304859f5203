package claude

import (
	"context"
	"io"

	"stead/adapters/adapter"
	"stead/adapters/claude"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Claude Code. The zero value is ready for use.
type Writer struct{}

// Info returns the CLI's description.
func (Writer) Info() adapter.Info { return claude.Info() }

// Plan decides id, folder and version. The CLI finds a session by its id, a UUID, and its working folder.
func (Writer) Plan(store adapter.Store, stream timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, stream, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: claude.Info(), Version: claude.Info().Newest(), IsID: claude.IsSessionID,
		Rule: "Claude Code takes only a UUID for a session's id",
		Path: func(root string, o writers.Options) string {
			return claude.SessionPath(root, adapter.RealPath(o.Dir), o.ID)
		},
	}
}

// Encode writes the session's main file to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan, plan.Stream, "")
	err := e.encode(ctx)
	return e.out.report, err
}

// Write makes the session's file and those of its sub-agents. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	return plan.Write(func(dst io.Writer, files *writers.Files) (writers.Written, error) {
		e := newEncoder(dst, plan, plan.Stream, "")
		err := e.encode(ctx)
		if err == nil {
			err = e.writeAgents(ctx, files)
		}
		if err == nil {
			err = e.restorer.backups.copy(files, plan, &e.out.report.Losses)
		}
		return writers.Written{Report: e.out.report, Size: e.out.Size, Lines: e.out.Lines}, err
	})
}
