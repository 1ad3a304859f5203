package worktree

import (
	"context"
	"fmt"
	"path/filepath"
)

// Apply brings the changes between the snapshot and a commit into the files of the user's folder, merged with what has happened there since,
// in its modules too. Index and branches stay as they are, so the changes are there as uncommitted ones. Either all of it is done or
// nothing is touched. The error is a *Conflict when a change meets one of the user's, or a file that git does not know.
func (s Snapshot) Apply(ctx context.Context, commit string) (Applied, error) {
	steps, err := s.plan(ctx, commit)
	defer func() {
		for _, step := range steps {
			step.index.remove()
		}
	}()
	if err != nil {
		return Applied{}, fmt.Errorf("apply the changes: %w", err)
	}
	var applied Applied
	for _, step := range steps {
		if err := step.do(context.WithoutCancel(ctx), s, &applied); err != nil {
			return applied, fmt.Errorf("apply the changes to %s: %w", step.snapshot.Top, err)
		}
	}
	return applied, nil
}

// step is what is to be done in one working tree: from the tree that it is to another.
type step struct {
	snapshot Snapshot
	index    index
	from, to string
}

// do lets git change the files: it looks at all of them first, and stops when one is not what the index knows.
func (p step) do(ctx context.Context, whole Snapshot, applied *Applied) error {
	if err := p.index.run(ctx, nil, nil, "read-tree", "-m", "-u", p.from, p.to); err != nil {
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

// plan finds out what is to be done in the folder and its modules, and whether it can be. It returns the steps also with an error.
func (s Snapshot) plan(ctx context.Context, commit string) ([]step, error) {
	theirs, err := s.withModulesAsTheyWere(ctx, commit)
	if err != nil {
		return nil, err
	}
	i, err := s.git().copyIndex(ctx)
	if err != nil {
		return nil, err
	}
	steps := []step{{snapshot: s, index: i}}
	if err := s.now(ctx, i); err != nil {
		return steps, err
	}
	if steps[0].from, err = i.tree(ctx); err != nil {
		return steps, err
	}
	if steps[0].to, err = s.combine(ctx, steps[0].from, theirs); err != nil {
		return steps, err
	}
	if err := s.expectFree(ctx, steps[0]); err != nil {
		return steps, err
	}
	for _, m := range s.Modules {
		result, err := s.git().line(ctx, "rev-parse", "-q", "--verify", commit+":"+s.folder(m))
		if err != nil || result == m.Commit {
			continue // the tree has no such module any more: that is the user's to do
		}
		inner, err := m.plan(ctx, result)
		steps = append(steps, inner...)
		if err != nil {
			return steps, err
		}
	}
	return steps, nil
}

// now brings into the index what is in the user's folder at this moment, all modules as they were.
func (s Snapshot) now(ctx context.Context, i index) error {
	if err := i.update(ctx); err != nil {
		return err
	}
	found, err := i.untracked(ctx, unbounded(s.state()), s.Top)
	if err != nil {
		return err
	}
	if err := i.add(ctx, found.files); err != nil {
		return err
	}
	return s.linkModules(ctx, i)
}

// state returns the folder that stead's own repository is in.
func (s Snapshot) state() string {
	if !s.Own {
		return ""
	}
	return filepath.Dir(filepath.Dir(s.Repository))
}

func (s Snapshot) linkModules(ctx context.Context, i index) error {
	for _, m := range s.Modules {
		if err := i.link(ctx, s.folder(m), m.Commit); err != nil {
			return err
		}
	}
	return nil
}

// withModulesAsTheyWere returns the tree of a commit with nothing new in its modules: each is merged for itself.
func (s Snapshot) withModulesAsTheyWere(ctx context.Context, commit string) (string, error) {
	if len(s.Modules) == 0 {
		return s.git().line(ctx, "rev-parse", "--verify", commit+"^{tree}")
	}
	i, err := s.git().newIndex()
	if err != nil {
		return "", err
	}
	defer i.remove()
	if err := i.read(ctx, commit); err != nil {
		return "", err
	}
	if err := s.linkModules(ctx, i); err != nil {
		return "", err
	}
	return i.tree(ctx)
}
