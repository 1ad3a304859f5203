package opencode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions of OpenCode.
type Writer struct{}

var (
	_ writers.Writer = Writer{}
	_ writers.Undoer = Writer{}

	_ writers.Fingerprinter = Writer{}
)

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id, the folder and the database. The working folder is the source's if the options name none.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, s, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: format.Info(), AnyDir: true,
		NewID: func(o writers.Options) (string, error) { return format.NewSessionID(o.Now, o.NewID), nil },
		IsID:  format.IsSessionID, Rule: "OpenCode takes only plain characters after " + format.SessionPrefix,
		Path: func(root string, _ writers.Options) string { return format.Database(root) },
	}
}

// Encode writes the session to dst in the form of an export. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	file := newExport(dst)
	e := newEncoder(ctx, plan, file, format.Project{})
	err := e.encode()
	if err == nil {
		err = file.end()
	}
	for range e.conversation.branches {
		e.loseBranch()
	}
	for range plan.Stream.Children {
		e.out.lose("session of a sub-agent",
			"an exported file holds one session: it has the sub-agent's answer, not its work")
	}
	return e.out.report, err
}

// Write creates the session and the sessions of its sub-agents. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Path == "" {
		return writers.Receipt{}, errors.New("write an OpenCode session: the plan has no store")
	}
	if err := check(ctx, plan); err != nil {
		return writers.Receipt{}, err
	}
	project := format.ProjectOf(ctx, plan.Dir)
	tx, err := format.Begin(ctx, plan.Path, plan.Now)
	if err != nil {
		return writers.Receipt{}, err
	}
	defer tx.Rollback()
	rows, err := newRows(ctx, tx, plan)
	if err != nil {
		return writers.Receipt{}, err
	}
	e := newEncoder(ctx, plan, rows, project)
	if err := e.encode(); err != nil {
		return writers.Receipt{}, err
	}
	if err := e.encodeChildren(rows); err != nil {
		return writers.Receipt{}, err
	}
	if err := e.encodeBranches(rows); err != nil {
		return writers.Receipt{}, err
	}
	for _, column := range slices.Sorted(maps.Keys(tx.Dropped)) {
		e.out.lose("column "+column, "this version of OpenCode has no such column")
	}
	if err := tx.Commit(); err != nil {
		return writers.Receipt{}, err
	}
	return writers.Receipt{
		Report: e.out.report, CLI: plan.CLI, ID: plan.ID, Path: plan.Path, Size: e.out.size, Lines: e.out.lines,
		Dir: plan.Dir,
	}, nil
}

// check rejects a session that already exists, or one to extend that has changed, before the database is opened for
// writing.
func check(ctx context.Context, plan writers.Plan) error {
	if plan.Extends != nil {
		now, err := format.Digest(ctx, adapter.Location{Path: plan.Path, ID: plan.ID})
		return plan.Extends.Expect(now, err)
	}
	exists, err := format.Exists(ctx, plan.Path, plan.ID)
	if err == nil && exists {
		err = fmt.Errorf("%w: session %s is in %s", adapter.ErrExists, plan.ID, plan.Path)
	}
	return err
}

// Fingerprint returns a digest of the session's rows. See [writers.Fingerprinter].
func (Writer) Fingerprint(ctx context.Context, l adapter.Location) (writers.Fingerprint, error) {
	sum, err := format.Digest(ctx, l)
	return writers.Fingerprint{Path: l.Path, ID: l.ID, Rows: sum}, err
}

// Undo removes the session's rows. See [writers.Undoer].
func (Writer) Undo(receipt writers.Receipt) error {
	return format.Remove(context.Background(), receipt.Path, receipt.ID)
}
