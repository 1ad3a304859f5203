package travel

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
)

// Bring brings home what became of a snapshot on another machine: as a branch of the repository that the snapshot was
// taken of, by a name that is free. Of a folder without git the branch is in stead's own repository, and that of a
// module in the module's. The user's files, index and branches stay as they are; [worktree.Snapshot.Apply] and
// [worktree.Snapshot.Merge] bring the returned commit into them. Bounds are as of [Land]. Errors: ErrSnapshot,
// ErrBundle, ErrLacks, [worktree.ErrExists].
func Bring(ctx context.Context, s worktree.Snapshot, tips []Tip, cargo Cargo, branch string,
	b Bounds) (commit string, err error) {
	parts := s.Parts()
	if err := expectSame(parts, tips); err != nil {
		return "", err
	}
	home := homecoming{cargo: cargo, bounds: b}
	for i, p := range parts {
		if err := home.take(ctx, p, tips[i], i, nameOf(branch, i)); err != nil {
			err = errors.Join(err, home.undo(context.WithoutCancel(ctx)))
			return "", fmt.Errorf("bring the work home as the branch %s: %w", branch, err)
		}
	}
	return tips[0].Commit, nil
}

// BringInto brings home what became of a tree's snapshot on another machine: the tree, its branches and those of its
// modules are then as what was done there. What was done in the tree since it was made is lost. Bounds are as of
// [Land]. Errors: ErrSnapshot, ErrBundle, ErrLacks.
func BringInto(ctx context.Context, t worktree.Tree, tips []Tip, cargo Cargo, b Bounds) error {
	parts, trees := t.Snapshot.Parts(), t.Parts()
	if err := expectSame(parts, tips); err != nil {
		return err
	}
	for i, p := range parts { // all of it is here before any file changes
		g := git.At(ctx, p.Snapshot.Repository)
		g.Wary = true
		if tips[i].Commit == p.Snapshot.Commit {
			continue // nothing was done in it
		}
		if err := take(ctx, g, cargo, i, tips[i].Commit, b); err != nil {
			return fmt.Errorf("bring the work home to %s: %w", t.Path, err)
		}
	}
	for i, tree := range trees {
		if err := (git.Dir{Path: tree.Path, Wary: true}).Run(ctx, nil, nil, "reset", "-q", "--hard",
			tips[i].Commit); err != nil {
			return fmt.Errorf("bring the work home to %s: %w", tree.Path, err)
		}
	}
	return expectInside(t)
}

// nameOf is the branch of a part.
func nameOf(branch string, i int) string {
	if i == 0 {
		return branch
	}
	return branch + "-" + strconv.Itoa(i)
}

func expectSame(parts []worktree.Part, tips []Tip) error {
	if len(parts) != len(tips) {
		return fmt.Errorf("%w: it has %d parts, and %d of them came", ErrSnapshot, len(parts), len(tips))
	}
	for i, t := range tips {
		if t.Folder != parts[i].Folder || !isTip(t) {
			return fmt.Errorf("%w: its part %.80q is not what came", ErrSnapshot, t.Folder)
		}
	}
	return nil
}

// homecoming makes branches, and can take them back.
type homecoming struct {
	cargo  Cargo
	bounds Bounds
	made   []made
}

type made struct {
	git git.Dir
	ref string
}

func (h *homecoming) take(ctx context.Context, p worktree.Part, t Tip, i int, branch string) error {
	if i > 0 && t.Commit == p.Snapshot.Commit {
		return nil // nothing was done in the module
	}
	g := git.At(ctx, p.Snapshot.Repository)
	g.Wary = true
	if err := take(ctx, g, h.cargo, i, t.Commit, h.bounds); err != nil {
		return err
	}
	ref := "refs/heads/" + branch
	if err := g.Run(ctx, nil, nil, "check-ref-format", ref); err != nil {
		return err
	}
	if err := g.Run(ctx, nil, nil, "rev-parse", "-q", "--verify", ref); err == nil {
		return fmt.Errorf("the branch %s: %w", branch, worktree.ErrExists)
	}
	if err := g.Run(ctx, nil, nil, "update-ref", ref, t.Commit, ""); err != nil { // only if it is not there
		return err
	}
	h.made = append(h.made, made{g, ref})
	return nil
}

// undo removes the branches that were made.
func (h *homecoming) undo(ctx context.Context) error {
	var failures []error
	for _, m := range h.made {
		failures = append(failures, m.git.Run(ctx, nil, nil, "update-ref", "-d", m.ref))
	}
	return errors.Join(failures...)
}
