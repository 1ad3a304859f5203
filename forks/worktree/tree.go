package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"stead/forks/worktree/git"
)

// Tree is a worktree of a snapshot on a branch of its own.
type Tree struct {
	Path     string   `json:"path"`
	Branch   string   `json:"branch"`
	Snapshot Snapshot `json:"snapshot"`
}

// Dir is where to work in the tree: the place of the snapshot's folder in it.
func (t Tree) Dir() string { return filepath.Join(t.Path, t.Snapshot.Prefix) }

func (t Tree) git() git.Dir { return git.Dir{Path: t.Path, Wary: t.Snapshot.Brought} }

// ErrExists says that a folder or a branch of that name exists.
var ErrExists = errors.New("it already exists")

// Add makes a worktree of the snapshot at a path, on a new branch, with its modules and the ignored files that are to
// be there. It makes all of that or, when it fails or ctx ends, nothing. Errors: ErrExists.
func (s Snapshot) Add(ctx context.Context, path, branch string) (Tree, error) {
	t := Tree{Path: path, Branch: branch, Snapshot: s}
	if err := t.expectNothing(ctx); err != nil {
		return Tree{}, fmt.Errorf("make the worktree %s: %w", path, err)
	}
	if err := t.make(ctx); err != nil {
		err = errors.Join(err, t.Remove(context.WithoutCancel(ctx), false))
		return Tree{}, fmt.Errorf("make the worktree %s: %w", path, err)
	}
	return t, nil
}

// expectNothing is an error when something is in the tree's way: what fails later removes what is there.
func (t Tree) expectNothing(ctx context.Context) error {
	if !filepath.IsAbs(t.Path) {
		return errors.New("the path is not absolute")
	}
	if entries, err := os.ReadDir(t.Path); err == nil && len(entries) > 0 {
		return ErrExists
	}
	for _, all := range append(t.modules(), t) {
		if tip, err := all.tip(ctx); err != nil || tip != "" {
			return errors.Join(err, fmt.Errorf("the branch %s: %w", all.Branch, ErrExists))
		}
	}
	return nil
}

func (t Tree) make(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Dir(t.Path), 0o700); err != nil {
		return err
	}
	if err := t.register(ctx); err != nil {
		return err
	}
	if err := t.git().Run(ctx, nil, nil, "reset", "-q", "--hard"); err != nil {
		return err
	}
	for _, m := range t.modules() {
		if err := m.make(ctx); err != nil {
			return err
		}
	}
	if err := t.include(ctx); err != nil {
		return err
	}
	return os.MkdirAll(t.Dir(), 0o755) // git has no empty folders
}

// register makes the worktree without its files, which come after it: several trees are filled at once.
func (t Tree) register(ctx context.Context) error {
	g := t.Snapshot.git()
	return g.Alone(ctx, func() error {
		return g.Run(ctx, nil, nil, "worktree", "add", "-q", "--no-checkout", "--no-track", "-b", t.Branch, "--", t.Path,
			t.Snapshot.Commit)
	})
}

// tip returns the commit of the tree's branch, or nothing without one.
func (t Tree) tip(ctx context.Context) (string, error) {
	if !exists(t.Snapshot.Repository) {
		return "", nil
	}
	tip, err := t.Snapshot.git().Line(ctx, "rev-parse", "-q", "--verify", "refs/heads/"+t.Branch)
	if git.CodeOf(err) == 1 {
		return "", nil
	}
	return tip, err
}
