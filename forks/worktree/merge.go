package worktree

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"stead/forks/worktree/git"
)

// Applied is what was brought into the user's folder.
type Applied struct {
	// Changes are those of files.
	Changes []Change `json:"changes"`
	// Commit is what is checked out after a merge. Empty when the files were changed and nothing committed.
	Commit string `json:"commit,omitempty"`
}

// Errors of [Snapshot.Merge].
var (
	// ErrNoGit: the folder has no repository to merge into.
	ErrNoGit = errors.New("the folder has no git repository: apply the changes instead")
	// ErrElsewhere: what is checked out does not have the commit that the snapshot was taken of. A merge would bring in
	// that line, too.
	ErrElsewhere = errors.New(
		"the folder has other commits checked out than when the work began: apply the changes instead")
	// ErrModules: there are changes in modules, which a merge does not carry.
	ErrModules = errors.New(
		"there are changes in submodules, which are repositories of their own: apply the changes instead")
)

// Merge merges a branch, or any commit, into what is checked out in the user's folder, as git merge does with the
// user's hooks and signature; nothing is committed when it can go forward. Either all of it is done or nothing is
// touched. Errors: *Conflict, also for uncommitted changes that the merge would overwrite, ErrNoGit, ErrModules,
// ErrElsewhere; git's own when something is underway. Begin may be nil.
func (s Snapshot) Merge(ctx context.Context, branch, message string, begin Begin) (Applied, error) {
	applied, err := wayBack{s}.merge(ctx, branch, message, begin)
	if err != nil {
		return Applied{}, fmt.Errorf("merge %s: %w", branch, err)
	}
	return applied, nil
}

func (w wayBack) merge(ctx context.Context, branch, message string, begin Begin) (Applied, error) {
	if w.to.Own {
		return Applied{}, ErrNoGit
	}
	g := w.to.git()
	merged, err := w.expectMergeable(ctx, branch)
	if err != nil {
		return Applied{}, err
	}
	before, err := g.Head(ctx)
	if err != nil {
		return Applied{}, err
	}
	users := g.Signer(ctx)
	users.Hooks = true
	if begin != nil {
		act := Act{Commit: branch, Merges: true, Steps: []ActStep{
			{Dir: w.to.Top, Repository: w.to.Repository, Head: before, From: before, To: merged}}}
		if users.Held, err = begin(act); err != nil {
			return Applied{}, err
		}
	}
	// What was begun is ended: a merge that is cut off in the middle would leave the folder half merged.
	whole := context.WithoutCancel(ctx)
	if err := users.Run(whole, nil, nil, "merge", "-q", "--ff", "--no-edit", "--no-autostash", "--no-stat", "-m",
		message, branch); err != nil {
		if exists(underwayFile(whole, g, "MERGE_HEAD")) {
			err = errors.Join(err, g.Run(whole, nil, nil, "merge", "--abort"))
		}
		return Applied{}, err
	}
	return w.merged(whole, before)
}

// expectMergeable finds conflicts before anything is touched, where git can tell (2.38). It returns the tree that the
// merge makes, empty where git cannot tell.
func (w wayBack) expectMergeable(ctx context.Context, branch string) (merged string, err error) {
	if w.to.Head == "" {
		return "", ErrElsewhere
	}
	if err := w.to.git().Run(ctx, nil, nil, "merge-base", "--is-ancestor", w.to.Head, "HEAD"); git.CodeOf(err) == 1 {
		return "", ErrElsewhere
	} else if err != nil {
		return "", err
	}
	changes, err := changed(ctx, w.to.git(), w.to.Commit, branch)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(changes, func(r raw) bool { return r.Module }) {
		return "", ErrModules
	}
	merged, err = w.threeWay(ctx, "HEAD", branch)
	if errors.Is(err, errOldGit) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return merged, w.expectCommitted(ctx, merged)
}

// expectCommitted is a Conflict when a tree would change files that have uncommitted changes, or take the place of ones
// that git does not know.
func (w wayBack) expectCommitted(ctx context.Context, merged string) error {
	i, err := w.to.git().CopyIndex(ctx)
	if err != nil {
		return err
	}
	defer i.Remove()
	if err := w.now(ctx, i); err != nil {
		return err
	}
	now, err := i.Tree(ctx)
	if err != nil {
		return err
	}
	ours, err := changed(ctx, w.to.git(), "HEAD", now)
	if err != nil {
		return err
	}
	theirs, err := changed(ctx, w.to.git(), "HEAD", merged)
	if err != nil {
		return err
	}
	if both := inBoth(ours, theirs); len(both) > 0 {
		return &Conflict{Dir: w.to.Top, Files: both}
	}
	return w.expectFree(ctx, step{from: "HEAD", to: merged})
}

func (w wayBack) merged(ctx context.Context, before string) (Applied, error) {
	after, err := w.to.git().Head(ctx)
	if err != nil {
		return Applied{}, err
	}
	changes, err := Changes(ctx, w.to.Repository, before, after)
	return Applied{Changes: changes, Commit: after}, err
}

func underwayFile(ctx context.Context, g git.Dir, name string) string {
	folder, err := g.Folder(ctx, "--git-dir")
	if err != nil {
		return ""
	}
	return path.Join(folder, name)
}

// KeepAs makes a branch of the user's repository at a commit of a tree's. Errors: ErrExists, ErrNoGit.
func (s Snapshot) KeepAs(ctx context.Context, branch, commit string) error {
	err := s.keepAs(ctx, branch, commit)
	if err != nil {
		return fmt.Errorf("make the branch %s: %w", branch, err)
	}
	return nil
}

func (s Snapshot) keepAs(ctx context.Context, branch, commit string) error {
	if s.Own {
		return ErrNoGit
	}
	tip, err := Tree{Branch: branch, Snapshot: s}.tip(ctx)
	if err == nil && tip != "" {
		err = ErrExists
	}
	if err != nil {
		return err
	}
	return s.git().Run(ctx, nil, nil, "branch", "--no-track", "--", branch, commit)
}
