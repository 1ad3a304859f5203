package gemini

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/gemini"
	"stead/timeline"
	"stead/writers"
)

// Writer writes sessions.
type Writer struct{}

// Info describes the CLI.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan chooses the id, the folder and the path. The working folder is the source's if the options name none.
func (Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	return naming().Plan(store, s, o)
}

func naming() writers.Naming {
	return writers.Naming{
		Info: format.Info(), AnyDir: true,
		IsID: format.IsID, Rule: "the id cannot be part of a file's name: use a UUID",
		Path: func(root string, o writers.Options) string {
			slug, _ := format.Slug(root, folderOf(o))
			return format.SessionPath(root, slug, o.ID)
		},
	}
}

// folderOf returns the working folder, which the store requires.
func folderOf(o writers.Options) string {
	if o.Dir == "" {
		return "/"
	}
	return o.Dir
}

// Encode writes the session's main file to dst. See [writers.Writer].
func (Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	n := newEncoder(dst, plan, "main")
	err := n.encode(ctx)
	return n.out.report, err
}

// Write creates the session, the sessions of its sub-agents, and the marker of the project's folder. See
// [writers.Writer].
func (Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Path == "" {
		return writers.Receipt{}, errors.New("write a Gemini CLI session: the plan has no store")
	}
	files := plan.Files()
	defer files.Abort()
	if plan.Extends == nil {
		if err := refuseExisting(plan); err != nil {
			return writers.Receipt{}, err
		}
		if err := mark(files, plan); err != nil {
			return writers.Receipt{}, err
		}
	}
	if err := writeAgents(ctx, files, plan); err != nil {
		return writers.Receipt{}, err
	}
	file, err := files.Create(plan.Path)
	if err != nil {
		return writers.Receipt{}, err
	}
	n := newEncoder(file, plan, "main")
	if err := n.encode(ctx); err != nil {
		return writers.Receipt{}, err
	}
	return files.Commit(plan, n.out.report, n.out.size, n.out.lines)
}

// mark creates the marker of a new project folder. The CLI finds the folder by its marker, and registers it (0.61.0).
func mark(files *writers.Files, plan writers.Plan) error {
	root, planned := format.Place(plan.Path)
	slug, isNew := format.Slug(root, folderOf(plan.Options))
	if slug != planned {
		return fmt.Errorf("write a Gemini CLI session: the folder %s became another project's in the meantime: try again",
			planned)
	}
	if !isNew {
		return nil
	}
	return files.Put(format.MarkerPath(root, slug), []byte(folderOf(plan.Options)))
}

// refuseExisting looks for the id in the whole store, because the names of files contain only its beginning.
func refuseExisting(plan writers.Plan) error {
	root, _ := format.Place(plan.Path)
	for found, err := range format.Sessions(root) {
		if err != nil || found.Parent != "" || !format.MayHold(filepath.Base(found.Path), plan.ID) {
			continue
		}
		if id, err := format.SessionID(found.Path); err == nil && id == plan.ID {
			return fmt.Errorf("%w: session %s is %s", adapter.ErrExists, plan.ID, found.Path)
		}
	}
	return nil
}
