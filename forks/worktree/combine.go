package worktree

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"

	"stead/forks/worktree/git"
)

// combine returns the tree that has the changes of both, ours and theirs, since the snapshot.
func (w wayBack) combine(ctx context.Context, ours, theirs string) (string, error) {
	base, err := w.to.git().Line(ctx, "rev-parse", "--verify", w.to.Commit+"^{tree}")
	if err != nil || ours == base {
		return theirs, err
	}
	// Commits that have the snapshot as their parent have it as their common ancestor.
	our, err := makeCommit(ctx, w.to.git(), ours, "The folder", w.to.Commit)
	if err != nil {
		return "", err
	}
	their, err := makeCommit(ctx, w.to.git(), theirs, "The changes", w.to.Commit)
	if err != nil {
		return "", err
	}
	tree, err := w.threeWay(ctx, our, their)
	if errors.Is(err, errOldGit) {
		return w.combineFiles(ctx, base, ours, theirs)
	}
	return tree, err
}

// combineFiles is combine for a git that cannot merge without a working tree: what both have changed is a conflict.
func (w wayBack) combineFiles(ctx context.Context, base, ours, theirs string) (string, error) {
	our, err := changed(ctx, w.to.git(), base, ours)
	if err != nil {
		return "", err
	}
	their, err := changed(ctx, w.to.git(), base, theirs)
	if err != nil {
		return "", err
	}
	if both := inBoth(our, their); len(both) > 0 {
		return "", &Conflict{Dir: w.to.Top, Files: both}
	}
	return w.replay(ctx, ours, their)
}

// inBoth returns the files of their changes that meet one of ours.
func inBoth(ours, theirs []raw) (both []string) {
	files, folders := map[string]bool{}, map[string]bool{}
	for _, our := range ours {
		files[our.Path] = true
		for _, folder := range above(our.Path) {
			folders[folder] = true
		}
	}
	isFile := func(path string) bool { return files[path] }
	for _, their := range theirs {
		if path := their.Path; files[path] || folders[path] || slices.ContainsFunc(above(path), isFile) {
			both = append(both, path)
		}
	}
	return both
}

// above lists the folders that a path is in.
func above(file string) (folders []string) {
	for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
		folders = append(folders, folder)
	}
	return folders
}

// replay returns a tree with changes made to it.
func (w wayBack) replay(ctx context.Context, tree string, changes []raw) (string, error) {
	i, err := w.to.git().NewIndex()
	if err != nil {
		return "", err
	}
	defer i.Remove()
	if err := i.Read(ctx, tree); err != nil {
		return "", err
	}
	entries := make([]string, 0, len(changes))
	for _, c := range changes {
		entries = append(entries, c.mode+" "+c.to+"\t"+c.Path)
	}
	if err := i.Git.Run(ctx, git.Lines(entries), nil, "update-index", "--replace", "-z", "--index-info"); err != nil {
		return "", err
	}
	return i.Tree(ctx)
}

// errOldGit says that this git cannot merge without a working tree.
var errOldGit = errors.New("git 2.38 or newer is needed")

// usageCode is how git ends when it does not know an option (git's usage.c).
const usageCode = 129

// threeWay returns the tree that two commits make with their common ancestor. Errors: *Conflict, errOldGit.
func (w wayBack) threeWay(ctx context.Context, ours, theirs string) (string, error) {
	var output bytes.Buffer
	err := w.to.git().Run(ctx, nil, &output, "merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours,
		theirs)
	list := git.Fields(output.String())
	switch {
	case git.CodeOf(err) == usageCode:
		return "", errOldGit
	case git.CodeOf(err) == 1 && len(list) > 1:
		return "", &Conflict{Dir: w.to.Top, Files: list[1:]}
	case err != nil:
		return "", err
	}
	return list[0], nil
}
