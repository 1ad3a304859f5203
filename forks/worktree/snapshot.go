package worktree

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"stead/forks/worktree/git"
)

// Options are how a snapshot is taken.
type Options struct {
	// State is stead's state folder, which has the repositories of folders that have none. It is never part of a snapshot.
	State string
	// Name names the ref that keeps the snapshot: refs/stead/<Name>. Random when it is empty.
	Name string
	// Include are patterns of ignored files that each tree gets a copy of, besides those of .worktreeinclude, in
	// gitignore's syntax.
	Include []string
	// MaxFiles and MaxBytes bound what is taken that git does not track yet: 50,000 files and 1 GB when they are 0.
	MaxFiles int
	MaxBytes int64
}

// Snapshot is a folder as it was at one moment: a commit that holds it, uncommitted changes included, and how it came
// about.
type Snapshot struct {
	// Dir is the folder, Top the working tree that it is in, Prefix the way from there to it: empty, or with a slash at
	// its end.
	Dir    string `json:"dir"`
	Top    string `json:"top"`
	Prefix string `json:"prefix,omitempty"`
	// Repository is for [Changes] and [Diff]: Top, or stead's own repository.
	Repository string `json:"repository"`
	// Own says that the repository is stead's own: Dir has no git.
	Own bool `json:"own,omitempty"`
	// Commit holds the folder. It is Head when nothing was uncommitted.
	Commit string `json:"commit"`
	// Ref keeps Commit.
	Ref string `json:"ref"`
	// Head is the commit that was checked out. Empty before the first one.
	Head string `json:"head,omitempty"`
	// Branch is the one that was checked out, without refs/heads/. Empty when none was.
	Branch string `json:"branch,omitempty"`
	// Dirty says that there was something uncommitted in Top or its modules, Uncommitted how many files that were in all.
	Dirty       bool `json:"dirty,omitempty"`
	Uncommitted int  `json:"uncommitted,omitempty"`
	// Underway is what was going on in the working tree: merge, rebase, cherry-pick, revert. Its files are taken as they
	// are, with the marks of conflicts.
	Underway string `json:"underway,omitempty"`
	// Include are the patterns of Options.Include.
	Include []string `json:"include,omitempty"`
	// Modules are the snapshots of the repositories inside of Top: submodules that are checked out, and others.
	Modules []Snapshot `json:"modules,omitempty"`
	// Brought says that the snapshot was taken on another machine: Dir and Top are folders there, and only Repository is
	// here.
	Brought bool `json:"brought,omitempty"`
}

// Errors of this package, wrapped.
var (
	// ErrBare: a repository without a working tree.
	ErrBare = errors.New("the repository is bare: there are no files to work on")
	// ErrGone says that the folder, or the repository that it was in, is there no more.
	ErrGone = git.ErrGone
	// ErrTooLarge: more than the options allow that git does not track.
	ErrTooLarge = errors.New("there are too many untracked files")
)

// Take takes a snapshot of a folder and of the working tree that it is in. It touches nothing in either. Errors:
// ErrBare, ErrTooLarge.
func Take(ctx context.Context, dir string, o Options) (Snapshot, error) {
	if o.Name == "" {
		var random [6]byte
		rand.Read(random[:])
		o.Name = hex.EncodeToString(random[:])
	}
	s, err := take(ctx, dir, o)
	if err != nil {
		err = errors.Join(err, s.Forget(context.WithoutCancel(ctx)))
		return Snapshot{}, fmt.Errorf("take a snapshot of %s: %w", dir, err)
	}
	return s, nil
}

// take returns what it has made also with an error.
func take(ctx context.Context, dir string, o Options) (Snapshot, error) {
	s, err := locate(ctx, dir, o)
	if err != nil {
		return s, err
	}
	s.Include = o.Include
	if s.Own {
		err = s.recordOwn(ctx, o)
	} else {
		err = s.record(ctx, o)
	}
	return s, err
}

// record makes the commit of what the working tree holds.
func (s *Snapshot) record(ctx context.Context, o Options) error {
	i, err := s.git().CopyIndex(ctx)
	if err != nil {
		return err
	}
	defer i.Remove()
	if err := s.fill(ctx, i, o); err != nil {
		return err
	}
	if err := s.keep(ctx, i, "refs/stead/"+o.Name); err != nil || !s.Own {
		return err
	}
	// The index is the memory of what the files are like, which makes the next snapshot a fast one.
	return i.Install(filepath.Join(s.Repository, "index"))
}

// fill brings into the index what the working tree holds.
func (s *Snapshot) fill(ctx context.Context, i git.Index, o Options) error {
	if err := i.Update(ctx); err != nil {
		return err
	}
	found, err := listUntracked(ctx, i, o, s.Top)
	if err != nil {
		return err
	}
	if err := i.Add(ctx, found.files); err != nil {
		return err
	}
	links, err := i.Links(ctx)
	if err != nil {
		return err
	}
	return s.takeModules(ctx, i, append(links, found.repositories...), o)
}

// keep makes the commit of an index, unless that is what is checked out, and its ref.
func (s *Snapshot) keep(ctx context.Context, i git.Index, ref string) error {
	tree, err := i.Tree(ctx)
	if err != nil {
		return err
	}
	if err := s.count(ctx, tree); err != nil {
		return err
	}
	if s.Commit = s.Head; s.Head == "" || s.Dirty {
		if s.Commit, err = makeCommit(ctx, s.git(), tree, "Snapshot of the working tree", s.Head); err != nil {
			return err
		}
	}
	s.Ref = ref
	return s.git().Run(ctx, nil, nil, "update-ref", ref, s.Commit)
}

// count tells what is uncommitted in a tree. A module is one file of it, its own files are counted in the module.
func (s *Snapshot) count(ctx context.Context, tree string) error {
	if s.Own {
		return nil
	}
	head := s.Head
	if head == "" {
		var err error
		if head, err = s.git().Line(ctx, "hash-object", "-t", "tree", "-w", "/dev/null"); err != nil {
			return err
		}
	}
	changed, err := changed(ctx, s.git(), head, tree)
	s.Uncommitted = len(changed)
	s.Dirty = len(changed) > 0
	for _, m := range s.Modules {
		s.Dirty = s.Dirty || m.Dirty
		s.Uncommitted += m.Uncommitted
	}
	return err
}

// git returns git in the user's working tree.
func (s Snapshot) git() git.Dir {
	switch {
	case s.Brought:
		return git.Dir{Path: s.Repository, Wary: true}
	case s.Own:
		return git.Dir{Path: s.Dir, Repository: s.Repository}
	}
	return git.Dir{Path: s.Top}
}

// Forget removes what keeps the snapshot: its refs, and a repository of stead's own that nothing else needs. Doing so
// again is no error.
func (s Snapshot) Forget(ctx context.Context) error {
	var failures []error
	for _, m := range s.Modules {
		failures = append(failures, m.Forget(ctx))
	}
	if s.Ref != "" {
		failures = append(failures, s.deleteRef(ctx, s.Ref))
	}
	if s.Own {
		failures = append(failures, ownOf(s).drop(ctx))
	}
	return errors.Join(failures...)
}

// deleteRef deletes a ref. A missing ref or repository is no error.
func (s Snapshot) deleteRef(ctx context.Context, ref string) error {
	if !exists(s.Repository) {
		return nil
	}
	return s.git().Run(ctx, nil, nil, "update-ref", "-d", ref)
}

// folder returns the way from the working tree to a module's, with slashes.
func (s Snapshot) folder(m Snapshot) string {
	relative, err := filepath.Rel(s.Top, m.Top)
	if err != nil { // both are absolute
		return m.Top
	}
	return strings.ReplaceAll(relative, string(filepath.Separator), "/")
}
