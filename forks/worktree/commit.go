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
	commit, err := committing{t, message}.run(ctx)
	if err != nil {
		return "", fmt.Errorf("commit what was done in %s: %w", t.Path, err)
	}
	return commit, nil
}

// committing makes a commit of what was done in a tree.
type committing struct {
	tree    Tree
	message string
}

func (c committing) run(ctx context.Context) (string, error) {
	if err := c.expectWorktree(ctx); err != nil {
		return "", err
	}
	i, err := c.tree.git().CopyIndex(ctx)
	if err != nil {
		return "", err
	}
	defer i.Remove()
	if err := c.fill(ctx, i); err != nil {
		return "", err
	}
	tree, err := i.Tree(ctx)
	if err != nil {
		return "", err
	}
	commit, err := c.advance(ctx, tree)
	if err != nil {
		return "", err
	}
	return commit, c.settle(ctx, i)
}

// expectWorktree is an error when the tree is gone, or another repository stands in its place.
func (c committing) expectWorktree(ctx context.Context) error {
	if !dirs.IsRepository(c.tree.Path) {
		return errors.New("it is no longer a worktree")
	}
	its, err := c.tree.git().Folder(ctx, "--git-common-dir")
	if err != nil {
		return err
	}
	ours, err := c.tree.Snapshot.git().Folder(ctx, "--git-common-dir")
	if err == nil && !sameFolder(its, ours) {
		err = fmt.Errorf("it belongs to another repository now, %s", its)
	}
	return err
}

// fill brings into the index what the tree holds.
func (c committing) fill(ctx context.Context, i git.Index) error {
	if err := i.Update(ctx); err != nil {
		return err
	}
	files, err := c.made(ctx, i)
	if err != nil {
		return err
	}
	if err := i.Add(ctx, files); err != nil {
		return err
	}
	for _, m := range c.tree.modules() {
		if !dirs.IsRepository(m.Path) { // it was removed, and is so in the index
			continue
		}
		commit, err := committing{m, c.message}.run(ctx)
		if err != nil {
			return err
		}
		if err := i.Link(ctx, c.tree.Snapshot.folder(m.Snapshot), commit); err != nil {
			return err
		}
	}
	return nil
}

// advance moves the branch to a commit of that tree: the one that is checked out, if that has it.
func (c committing) advance(ctx context.Context, tree string) (string, error) {
	head, err := c.tree.git().Head(ctx)
	if err != nil {
		return "", err
	}
	commit := head
	if has, err := c.tree.git().Line(ctx, "rev-parse", "-q", "--verify", head+"^{tree}"); err != nil || has != tree {
		if commit, err = makeCommit(ctx, c.tree.git(), tree, c.message, head); err != nil {
			return "", err
		}
	}
	return commit, c.tree.git().Run(ctx, nil, nil, "update-ref", "refs/heads/"+c.tree.Branch, commit)
}

// settle leaves the tree as after a commit, where its branch is checked out. A lock that a git left which was killed is
// not waited for.
func (c committing) settle(ctx context.Context, i git.Index) error {
	branch, err := c.tree.git().Line(ctx, "symbolic-ref", "-q", "--short", "HEAD")
	if err != nil || branch != c.tree.Branch {
		return nil
	}
	folder, err := c.tree.git().Folder(ctx, "--git-dir")
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
