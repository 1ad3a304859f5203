package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"stead/forks/worktree/git"
)

// Apply brings the changes between the snapshot and a commit into the files of the user's folder, merged with what has
// happened there since, in its modules too. Index and branches stay as they are, so the changes are there as
// uncommitted ones. Either all of it is done or nothing is touched. The error is a *Conflict when a change meets one of
// the user's, or a file that git does not know. Begin may be nil.
func (s Snapshot) Apply(ctx context.Context, commit string, begin Begin) (Applied, error) {
	steps, err := wayBack{s}.plan(ctx, commit)
	defer func() {
		for _, step := range steps {
			step.index.Remove()
		}
	}()
	if err != nil {
		return Applied{}, fmt.Errorf("apply the changes: %w", err)
	}
	held, err := announce(ctx, commit, steps, begin)
	if err != nil {
		return Applied{}, fmt.Errorf("apply the changes: %w", err)
	}
	var applied Applied
	for _, step := range steps {
		step.index.Git.Held = held
		if err := step.do(context.WithoutCancel(ctx), s, &applied); err != nil {
			return applied, fmt.Errorf("apply the changes to %s: %w", step.snapshot.Top, err)
		}
	}
	return applied, nil
}

// announce says what the steps are about to change, and returns what each git inherits.
func announce(ctx context.Context, commit string, steps []step, begin Begin) (*os.File, error) {
	if begin == nil {
		return nil, nil
	}
	act, err := actOf(ctx, commit, steps)
	if err != nil {
		return nil, err
	}
	return begin(act)
}

// wayBack brings work from a worktree into the folder that the snapshot was taken of.
type wayBack struct{ to Snapshot }

// step is what is to be done in one working tree: from the tree that it is to another.
type step struct {
	snapshot Snapshot
	index    git.Index
	from, to string
}

// do lets git change the files: it looks at all of them first, and stops when one is not what the index knows.
func (p step) do(ctx context.Context, whole Snapshot, applied *Applied) error {
	if err := p.index.Git.Run(ctx, nil, nil, "read-tree", "-m", "-u", p.from, p.to); err != nil {
		return err
	}
	changes, err := Changes(ctx, p.snapshot.Repository, p.from, p.to)
	if p.snapshot.Top != whole.Top {
		folder := whole.folder(p.snapshot) + "/"
		for i := range changes {
			changes[i].Path = folder + changes[i].Path
		}
	}
	applied.Changes = append(applied.Changes, changes...)
	return err
}

// plan finds out what is to be done in the folder and its modules, and whether it can be. It returns the steps also
// with an error.
func (w wayBack) plan(ctx context.Context, commit string) ([]step, error) {
	theirs, err := w.withModulesAsTheyWere(ctx, commit)
	if err != nil {
		return nil, err
	}
	i, err := w.to.git().CopyIndex(ctx)
	if err != nil {
		return nil, err
	}
	steps := []step{{snapshot: w.to, index: i}}
	if err := w.now(ctx, i); err != nil {
		return steps, err
	}
	if steps[0].from, err = i.Tree(ctx); err != nil {
		return steps, err
	}
	if steps[0].to, err = w.combine(ctx, steps[0].from, theirs); err != nil {
		return steps, err
	}
	if err := w.expectFree(ctx, steps[0]); err != nil {
		return steps, err
	}
	for _, m := range w.to.Modules {
		result, err := w.to.git().Line(ctx, "rev-parse", "-q", "--verify", commit+":"+w.to.folder(m))
		if err != nil || result == m.Commit {
			continue // the tree has no such module any more: that is the user's to do
		}
		inner, err := wayBack{m}.plan(ctx, result)
		steps = append(steps, inner...)
		if err != nil {
			return steps, err
		}
	}
	return steps, nil
}

// now brings into the index what is in the user's folder at this moment, all modules as they were.
func (w wayBack) now(ctx context.Context, i git.Index) error {
	if err := i.Update(ctx); err != nil {
		return err
	}
	found, err := listUntracked(ctx, i, unbounded(w.state()), w.to.Top)
	if err != nil {
		return err
	}
	if err := i.Add(ctx, found.files); err != nil {
		return err
	}
	return w.linkModules(ctx, i)
}

// state returns the folder that stead's own repository is in.
func (w wayBack) state() string {
	if !w.to.Own {
		return ""
	}
	return filepath.Dir(filepath.Dir(w.to.Repository))
}

func (w wayBack) linkModules(ctx context.Context, i git.Index) error {
	for _, m := range w.to.Modules {
		if err := i.Link(ctx, w.to.folder(m), m.Commit); err != nil {
			return err
		}
	}
	return nil
}

// withModulesAsTheyWere returns the tree of a commit with nothing new in its modules: each is merged for itself.
func (w wayBack) withModulesAsTheyWere(ctx context.Context, commit string) (string, error) {
	if len(w.to.Modules) == 0 {
		return w.to.git().Line(ctx, "rev-parse", "--verify", commit+"^{tree}")
	}
	i, err := w.to.git().NewIndex()
	if err != nil {
		return "", err
	}
	defer i.Remove()
	if err := i.Read(ctx, commit); err != nil {
		return "", err
	}
	if err := w.linkModules(ctx, i); err != nil {
		return "", err
	}
	return i.Tree(ctx)
}
