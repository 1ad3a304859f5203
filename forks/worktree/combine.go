package worktree

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"
)

// combine returns the tree that has the changes of both, ours and theirs, since the snapshot.
func (s Snapshot) combine(ctx context.Context, ours, theirs string) (string, error) {
	base, err := s.git().line(ctx, "rev-parse", "--verify", s.Commit+"^{tree}")
	if err != nil || ours == base {
		return theirs, err
	}
	// Commits that have the snapshot as their parent have it as their common ancestor.
	our, err := s.git().commit(ctx, ours, "The folder", s.Commit)
	if err != nil {
		return "", err
	}
	their, err := s.git().commit(ctx, theirs, "The changes", s.Commit)
	if err != nil {
		return "", err
	}
	tree, err := s.threeWay(ctx, our, their)
	if errors.Is(err, errOldGit) {
		return s.combineFiles(ctx, base, ours, theirs)
	}
	return tree, err
}

// combineFiles is combine for a git that cannot merge without a working tree: what both have changed is a conflict.
func (s Snapshot) combineFiles(ctx context.Context, base, ours, theirs string) (string, error) {
	our, err := s.git().changed(ctx, base, ours)
	if err != nil {
		return "", err
	}
	their, err := s.git().changed(ctx, base, theirs)
	if err != nil {
		return "", err
	}
	if both := inBoth(our, their); len(both) > 0 {
		return "", &Conflict{Dir: s.Top, Files: both}
	}
	return s.replay(ctx, ours, their)
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
func (s Snapshot) replay(ctx context.Context, tree string, changes []raw) (string, error) {
	i, err := s.git().newIndex()
	if err != nil {
		return "", err
	}
	defer i.remove()
	if err := i.read(ctx, tree); err != nil {
		return "", err
	}
	entries := make([]string, 0, len(changes))
	for _, c := range changes {
		entries = append(entries, c.mode+" "+c.to+"\t"+c.Path)
	}
	if err := i.run(ctx, lines(entries), nil, "update-index", "--replace", "-z", "--index-info"); err != nil {
		return "", err
	}
	return i.tree(ctx)
}

// errOldGit says that this git cannot merge without a working tree.
var errOldGit = errors.New("git 2.38 or newer is needed")

// usageCode is how git ends when it does not know an option (git's usage.c).
const usageCode = 129

// threeWay returns the tree that two commits make with their common ancestor. Errors: *Conflict, errOldGit.
func (s Snapshot) threeWay(ctx context.Context, ours, theirs string) (string, error) {
	var output bytes.Buffer
	err := s.git().run(ctx, nil, &output, "merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours, theirs)
	list := fields(output.String())
	switch {
	case codeOf(err) == usageCode:
		return "", errOldGit
	case codeOf(err) == 1 && len(list) > 1:
		return "", &Conflict{Dir: s.Top, Files: list[1:]}
	case err != nil:
		return "", err
	}
	return list[0], nil
}
