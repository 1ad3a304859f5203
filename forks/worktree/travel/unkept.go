package travel

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
)

// Unkept commits what was done in the worktree, and lists the branches whose commits would be lost with it: what came
// is not, nor are commits that are at home, nor those of other branches in a repository of the user's, nor files that
// one of them holds. What is not there any more has nothing to lose. Errors are those of [worktree.Tree.Commit], and
// git's.
func (l Landed) Unkept(ctx context.Context, message string, home []string) (branches []string, err error) {
	if _, err := os.Lstat(filepath.Join(l.Tree.Path, ".git")); err == nil {
		if _, err := l.Tree.Commit(ctx, message); err != nil {
			return nil, err
		}
	}
	for _, t := range l.Tree.Parts() {
		if _, err := os.Stat(t.Snapshot.Repository); err != nil {
			continue
		}
		lost, err := l.unkeptOf(ctx, t, home)
		if err != nil {
			return nil, err
		}
		branches = append(branches, lost...)
	}
	return branches, nil
}

// unkeptOf lists the branches of a repository that would be lost with what others do not have.
func (l Landed) unkeptOf(ctx context.Context, t worktree.Tree, home []string) (lost []string, err error) {
	g := git.At(ctx, t.Snapshot.Repository)
	g.Wary = true
	refs, err := g.Line(ctx, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
	if err != nil {
		return nil, err
	}
	kept, err := known(ctx, g, append([]string{t.Snapshot.Commit}, home...))
	if err != nil {
		return nil, err
	}
	var going []string
	isFresh := filepath.Dir(t.Snapshot.Repository) == l.Fresh // it goes with all that is in it
	for _, ref := range strings.Fields(refs) {
		if isFresh || ref == "refs/heads/"+t.Branch {
			going = append(going, ref)
		} else {
			kept = append(kept, ref)
		}
	}
	for _, ref := range going {
		var asked, lacking bytes.Buffer
		asked.WriteString(ref + "\n")
		for _, k := range kept {
			asked.WriteString("^" + k + "\n")
		}
		if err := g.Run(ctx, &asked, &lacking, "rev-list", "--max-count=2", "--stdin"); err != nil {
			return nil, err
		}
		isHome, err := areFilesOf(ctx, g, strings.Fields(lacking.String()), home)
		if err != nil {
			return nil, err
		}
		if lacking.Len() > 0 && !isHome {
			lost = append(lost, strings.TrimPrefix(ref, "refs/heads/"))
		}
	}
	return lost, nil
}

// areFilesOf reports whether commits are one alone that holds the files of one of others: what lay in the worktree when
// its work went on to another machine.
func areFilesOf(ctx context.Context, g git.Dir, commits, others []string) (bool, error) {
	if len(commits) != 1 {
		return false, nil
	}
	all, err := known(ctx, g, append(commits, others...))
	if err != nil {
		return false, err
	}
	trees := make([]string, len(all))
	for i, commit := range all {
		if trees[i], err = g.Line(ctx, "rev-parse", "--verify", commit+"^{tree}"); err != nil {
			return false, err
		}
	}
	return slices.Contains(trees[1:], trees[0]), nil
}
