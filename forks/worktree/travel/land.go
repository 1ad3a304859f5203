package travel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
)

// Cargo is what has arrived beside a list of tips. Both return nil for a tip that has none.
type Cargo interface {
	// Bundle opens the git bundle of a tip, by its index.
	Bundle(tip int) (io.ReadCloser, error)
	// Included opens the tar of the ignored files of a tip's part.
	Included(tip int) (io.ReadCloser, error)
}

// Landing says where a snapshot from another machine goes.
type Landing struct {
	// Found is the repository that takes it. The zero value is none.
	Found Found
	// Fresh is a folder for the repositories that are not on this machine, which is made when it is needed.
	Fresh string
	// Path is that of the worktree, Branch its branch. Name names the refs that keep the snapshot, refs/stead/<Name>. It
	// must differ from what follows stead/ in the branch: git could not tell "stead/x" from "stead/x" otherwise.
	Path, Branch, Name string
	// Bounds are those of a bundle's bytes, and of the ignored files.
	Bounds Bounds
}

// ErrNoRepository says that this machine does not have the repository.
var ErrNoRepository = errors.New("the repository is not on this machine")

// Landed is a snapshot from another machine in a worktree on this one.
type Landed struct {
	Tree worktree.Tree `json:"tree"`
	// Fresh is the folder of repositories that were made for it.
	Fresh string `json:"fresh,omitempty"`
	// Included counts the ignored files that came with it.
	Included int `json:"included,omitempty"`
}

// Land makes a worktree of a snapshot that was taken on another machine. It makes all of that or, when it fails,
// nothing but objects that no ref names. Errors: ErrSnapshot, ErrBundle, ErrLacks, ErrIncluded, ErrNoRepository,
// [worktree.ErrExists].
func Land(ctx context.Context, s worktree.Snapshot, tips []Tip, cargo Cargo, l Landing) (Landed, error) {
	landed, err := land(ctx, s, tips, cargo, l)
	if err != nil {
		err = errors.Join(err, landed.Remove(context.WithoutCancel(ctx)))
		return Landed{}, fmt.Errorf("bring the work to %s: %w", l.Path, err)
	}
	return landed, nil
}

// land returns what it has made also with an error.
func land(ctx context.Context, s worktree.Snapshot, tips []Tip, cargo Cargo, l Landing) (landed Landed, err error) {
	if err := expect(s, tips); err != nil {
		return landed, err
	}
	if _, err := os.Lstat(l.Fresh); err == nil {
		return landed, fmt.Errorf("%s: %w", l.Fresh, worktree.ErrExists)
	}
	landed.Fresh = l.Fresh
	settling := lander{landing: l, tips: tips, cargo: cargo}
	whole, err := settling.settle(ctx, s)
	landed.Tree = worktree.Tree{Snapshot: whole}
	if err != nil {
		return landed, err
	}
	tree, err := whole.Add(ctx, l.Path, l.Branch)
	if err != nil {
		return landed, err
	}
	landed.Tree = tree
	if err := expectInside(tree); err != nil {
		return landed, err
	}
	landed.Included, err = include(ctx, tree, cargo, l.Bounds)
	return landed, err
}

// Remove removes the worktree with its branch, what keeps the snapshot, and the repositories that were made for it,
// unless another needs them. What is not there is none to remove.
func (l Landed) Remove(ctx context.Context) error {
	var failures []error
	if l.Tree.Path != "" {
		failures = append(failures, l.Tree.Remove(ctx, false))
	}
	if l.Tree.Snapshot.Repository != "" {
		failures = append(failures, l.Tree.Snapshot.Forget(ctx))
	}
	return errors.Join(append(failures, l.dropFresh(ctx))...)
}

// dropFresh removes the repositories that were made, if no ref is left in any.
func (l Landed) dropFresh(ctx context.Context) error {
	entries, err := os.ReadDir(l.Fresh)
	if err != nil || len(entries) == 0 {
		return nil
	}
	for _, entry := range entries {
		refs, err := git.Dir{Path: filepath.Join(l.Fresh, entry.Name()), Wary: true}.Line(ctx, "for-each-ref", "--count=1")
		if err == nil && refs != "" {
			return nil
		}
	}
	return os.RemoveAll(l.Fresh)
}

// lander finds or makes a repository for each part of a snapshot, in the order of [worktree.Snapshot.Parts], and brings
// its commits there.
type lander struct {
	landing Landing
	tips    []Tip
	cargo   Cargo
	next    int
}

// settle returns the snapshot as it is on this machine, as far as it came also with an error.
func (l *lander) settle(ctx context.Context, s worktree.Snapshot) (worktree.Snapshot, error) {
	i, modules := l.next, s.Modules
	l.next++
	s.Brought, s.Own, s.Include, s.Modules, s.Ref, s.Repository = true, false, nil, nil, "", ""
	repository, err := l.repository(ctx, i)
	if err != nil {
		return s, err
	}
	s.Repository = repository
	g := git.Dir{Path: repository, Wary: true}
	if err := take(ctx, g, l.cargo, i, s.Commit, l.landing.Bounds); err != nil {
		return s, err
	}
	ref := "refs/stead/" + l.landing.Name
	if i > 0 {
		ref += "-" + strconv.Itoa(i)
	}
	if err := g.Run(ctx, nil, nil, "update-ref", ref, s.Commit); err != nil {
		return s, err
	}
	s.Ref = ref
	for _, m := range modules {
		if err := l.expectLink(ctx, g, s, m); err != nil {
			return s, err
		}
		settled, err := l.settle(ctx, m)
		s.Modules = append(s.Modules, settled)
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// repository is the one on this machine for a part, or a new one.
func (l *lander) repository(ctx context.Context, i int) (string, error) {
	t := l.tips[i]
	if top, ok := l.landing.Found.module(t.Folder); ok {
		return top, nil
	}
	if l.landing.Fresh == "" {
		return "", fmt.Errorf("%w, and there is no folder for a new one", ErrNoRepository)
	}
	path := filepath.Join(l.landing.Fresh, strconv.Itoa(i))
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", err
	}
	arguments := []string{"init", "-q", "--bare", "--template="}
	if len(t.Commit) == 64 {
		arguments = append(arguments, "--object-format=sha256")
	}
	if err := (git.Dir{Path: path}).Run(ctx, nil, nil, arguments...); err != nil || len(t.Shallow) == 0 {
		return path, err
	}
	return path, os.WriteFile(filepath.Join(path, "shallow"), []byte(strings.Join(t.Shallow, "\n")+"\n"), 0o600)
}

// take brings the commit of a tip into a repository.
func take(ctx context.Context, g git.Dir, cargo Cargo, tip int, commit string, b Bounds) error {
	bundle, err := cargo.Bundle(tip)
	if err != nil {
		return err
	}
	if bundle == nil {
		err = expectCommit(ctx, g, commit)
	} else {
		defer bundle.Close() // it was only read
		err = receive(ctx, g, bundle, commit, cmp.Or(b.Pack, math.MaxInt64))
	}
	if err != nil {
		return err
	}
	return expectFiles(ctx, g, commit)
}

// expectFiles is ErrLacks when files of a commit are missing, as those may be of a partial clone, which would have to
// fetch them.
func expectFiles(ctx context.Context, g git.Dir, commit string) error {
	_, err := g.Line(ctx, "config", "--get-regexp", `^remote\..*\.promisor$`)
	if git.CodeOf(err) == 1 {
		return nil
	}
	if err != nil {
		return err
	}
	objects, err := g.Line(ctx, "rev-list", "--objects", "--no-walk", "--missing=print", commit)
	if err == nil && strings.Contains("\n"+objects, "\n?") {
		err = fmt.Errorf("%w: it is a partial clone without some of the files of %.12s", ErrLacks, commit)
	}
	return err
}

// expectCommit is ErrLacks when a commit that was said to be here is not.
func expectCommit(ctx context.Context, g git.Dir, commit string) error {
	has, err := known(ctx, g, []string{commit})
	if err == nil && len(has) == 0 {
		err = fmt.Errorf("%w: %.12s", ErrLacks, commit)
	}
	return err
}
