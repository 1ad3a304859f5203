package kimi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Kimi Code.
type Writer struct{}

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id, the folder and the path. The working folder is the source's if the options name none.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, s, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: format.Info(), IsID: format.IsSessionID,
		Rule:  "Kimi Code names a folder after the id, and this cannot be a folder name",
		NewID: func(o writers.Options) (string, error) { return format.SessionPrefix + o.NewID(), nil },
		Path: func(root string, o writers.Options) string {
			return format.WirePath(format.SessionFolder(root, o.Dir, o.ID), format.MainAgent)
		},
	}
}

// Encode writes the wire file of the main agent to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	e := newEncoder(dst, plan, plan.Stream, format.MainAgent)
	err := e.encode(ctx)
	return e.out.report, err
}

// Write creates the session's folder. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	receipt, err := write(ctx, plan)
	if err != nil {
		return writers.Receipt{}, fmt.Errorf("write session %s: %w", plan.ID, err)
	}
	return receipt, nil
}

func write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	session, _ := format.SessionOf(plan.Path)
	if session == "" {
		return writers.Receipt{}, errors.New("the plan has no store")
	}
	if _, err := os.Lstat(session); plan.Extends == nil && !errors.Is(err, fs.ErrNotExist) {
		return writers.Receipt{}, cmp.Or(err, fmt.Errorf("%w: it is %s", adapter.ErrExists, session))
	}
	f := folder{session: session, plan: plan, files: plan.Files()}
	defer f.files.Abort()
	main, err := f.agent(ctx, plan.Stream, format.MainAgent)
	if err != nil {
		return writers.Receipt{}, err
	}
	if err := f.children(ctx, plan.Stream.Children, format.MainAgent, &main.out.report); err != nil {
		return writers.Receipt{}, err
	}
	if err := f.state(main); err != nil {
		return writers.Receipt{}, err
	}
	return f.files.Commit(plan, main.out.report, main.out.Size, main.out.Lines)
}

// folder is a session's folder during its writing.
type folder struct {
	session string
	plan    writers.Plan
	files   *writers.Files
	agents  []agent
}
