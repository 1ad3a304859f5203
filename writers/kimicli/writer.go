package kimicli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions for Kimi CLI.
type Writer struct{}

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id, the folder and the path. The working folder is the source's if the options name none.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	if format.IsRetired(o.Version) {
		return writers.Plan{}, fmt.Errorf(
			"plan a Kimi CLI session: version %s only reports that it is no longer maintained, and starts no session: "+
				"install %s (pip install kimi-cli==%s), or continue in Kimi Code (--to kimi)", o.Version, format.TestedVersion, format.TestedVersion)
	}
	return naming().Plan(store, s, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: format.Info(), IsID: format.IsName,
		Rule: "Kimi CLI names a folder after the id, and this cannot be a folder name",
		Path: func(root string, o writers.Options) string {
			return format.ContextPath(filepath.Join(format.SessionsFolder(root), format.Bucket(o.Dir), o.ID))
		},
	}
}

// Encode writes the current context file to dst, without the replaced ones. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	contexts := 0
	count := func() (io.Writer, error) { contexts++; return io.Discard, nil }
	if err := newEncoder(plan, plan.Stream, count, io.Discard).encode(ctx); err != nil {
		return writers.Report{}, err
	}
	last := func() (io.Writer, error) {
		if contexts--; contexts > 0 {
			return io.Discard, nil
		}
		return dst, nil
	}
	e := newEncoder(plan, plan.Stream, last, io.Discard)
	err := e.encode(ctx)
	return *e.report, err
}

// Write creates the session's folder, and the entry of its working folder in the CLI's list. See [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	receipt, err := write(ctx, plan)
	if err != nil {
		return writers.Receipt{}, fmt.Errorf("write session %s: %w", plan.ID, err)
	}
	return receipt, nil
}

func write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Extends != nil {
		return writers.Receipt{}, fmt.Errorf("%w: its files are renamed with each compaction", writers.ErrRewritten)
	}
	root, bucket := format.RootOf(plan.Path)
	if root == "" {
		return writers.Receipt{}, errors.New("the plan has no store")
	}
	flat := filepath.Join(format.SessionsFolder(root), bucket, plan.ID+format.Extension)
	for _, path := range []string{filepath.Dir(plan.Path), flat} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return writers.Receipt{}, cmp.Or(err, fmt.Errorf("%w: it is %s", adapter.ErrExists, path))
		}
	}
	f := folder{plan: plan, names: map[string]bool{}}
	defer f.files.Abort()
	main, err := f.session(ctx, plan.Stream, plan.Path)
	if err != nil {
		return writers.Receipt{}, err
	}
	if err := f.children(ctx, main); err != nil {
		return writers.Receipt{}, err
	}
	undo, err := format.AddWorkDir(root, plan.Dir)
	if err != nil {
		return writers.Receipt{}, err
	}
	receipt, err := f.files.Commit(plan, *main.report, main.context.file.Size, main.context.lines+main.context.file.Lines)
	if err != nil {
		return receipt, errors.Join(err, undo())
	}
	return receipt, nil
}

var _ writers.Undoer = Writer{}

// Undo removes the session's files, and the entry of its working folder if no other session is there. See
// [writers.Undoer].
func (Writer) Undo(r writers.Receipt) error {
	root, _ := format.RootOf(r.Path)
	if root == "" {
		return fmt.Errorf("undo session %s: %s lies in no store of Kimi CLI", r.ID, r.Path)
	}
	session := filepath.Dir(r.Path)
	if err := os.RemoveAll(session); err != nil {
		return fmt.Errorf("undo session %s: %w", r.ID, err)
	}
	os.Remove(filepath.Dir(session)) // fails, rightly, if other sessions are there
	return format.RemoveUnusedWorkDir(root, r.Dir)
}
