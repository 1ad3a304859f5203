package worktree

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"stead/forks/worktree/git"
	"stead/internal/sys/dirs"
)

// Commit commits on the tree's branch all that was done in the tree: files, new ones too, and what was committed there
// in between. It returns the last commit, which is Snapshot.Commit when nothing was done. The copies of ignored files
// are never part of it. A repository that was made in the tree is taken as the files that it holds.
func (t Tree) Commit(ctx context.Context, message string) (string, error) {
	commit, err := t.commit(ctx, message)
	if err != nil {
		return "", fmt.Errorf("commit what was done in %s: %w", t.Path, err)
	}
	return commit, nil
}

func (t Tree) commit(ctx context.Context, message string) (string, error) {
	if err := t.expectWorktree(ctx); err != nil {
		return "", err
	}
	i, err := t.git().CopyIndex(ctx)
	if err != nil {
		return "", err
	}
	defer i.Remove()
	if err := t.fill(ctx, i, message); err != nil {
		return "", err
	}
	tree, err := i.Tree(ctx)
	if err != nil {
		return "", err
	}
	commit, err := t.advance(ctx, tree, message)
	if err != nil {
		return "", err
	}
	return commit, t.settle(ctx, i)
}

// expectWorktree is an error when the tree is gone, or another repository stands in its place.
func (t Tree) expectWorktree(ctx context.Context) error {
	if !dirs.IsRepository(t.Path) {
		return errors.New("it is no longer a worktree")
	}
	its, err := t.git().Folder(ctx, "--git-common-dir")
	if err != nil {
		return err
	}
	ours, err := t.Snapshot.git().Folder(ctx, "--git-common-dir")
	if err == nil && !sameFolder(its, ours) {
		err = fmt.Errorf("it belongs to another repository now, %s", its)
	}
	return err
}

// fill brings into the index what the tree holds.
func (t Tree) fill(ctx context.Context, i git.Index, message string) error {
	if err := i.Update(ctx); err != nil {
		return err
	}
	files, err := t.made(ctx, i)
	if err != nil {
		return err
	}
	if err := i.Add(ctx, files); err != nil {
		return err
	}
	for _, m := range t.modules() {
		if !dirs.IsRepository(m.Path) { // it was removed, and is so in the index
			continue
		}
		commit, err := m.commit(ctx, message)
		if err != nil {
			return err
		}
		if err := i.Link(ctx, t.Snapshot.folder(m.Snapshot), commit); err != nil {
			return err
		}
	}
	return nil
}

// advance moves the branch to a commit of that tree: the one that is checked out, if that has it.
func (t Tree) advance(ctx context.Context, tree, message string) (string, error) {
	head, err := t.git().Head(ctx)
	if err != nil {
		return "", err
	}
	commit := head
	if has, err := t.git().Line(ctx, "rev-parse", "-q", "--verify", head+"^{tree}"); err != nil || has != tree {
		if commit, err = makeCommit(ctx, t.git(), tree, message, head); err != nil {
			return "", err
		}
	}
	return commit, t.git().Run(ctx, nil, nil, "update-ref", "refs/heads/"+t.Branch, commit)
}

// settle leaves the tree as after a commit, where its branch is checked out. A lock that a git left which was killed is
// not waited for.
func (t Tree) settle(ctx context.Context, i git.Index) error {
	branch, err := t.git().Line(ctx, "symbolic-ref", "-q", "--short", "HEAD")
	if err != nil || branch != t.Branch {
		return nil
	}
	folder, err := t.git().Folder(ctx, "--git-dir")
	if err != nil {
		return err
	}
	return i.Install(filepath.Join(folder, "index"))
}

// makeCommit makes a commit of a tree beside all branches. An empty parent is none.
func makeCommit(ctx context.Context, g git.Dir, tree, message, parent string) (string, error) {
	arguments := []string{"commit-tree", "-m", message, tree}
	if parent != "" {
		arguments = append(arguments, "-p", parent)
	}
	return g.Signer(ctx).Line(ctx, arguments...)
}
