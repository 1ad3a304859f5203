package travel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
)

// Tip is what a part of a snapshot has come to, and how it travels.
type Tip struct {
	// Folder is the part's, see [worktree.Part].
	Folder string `json:"folder"`
	Commit string `json:"commit"`
	// Shallow are the oldest commits of a shallow clone, whose parents are not there.
	Shallow []string `json:"shallow,omitempty"`
	// ref is what names the commit in repository, whose history bases have already.
	ref        string
	repository string
	bases      []string
}

// TipsOf lists what of a snapshot is to travel to a machine that has some commits: nil when it has none. Errors are
// git's.
func TipsOf(ctx context.Context, s worktree.Snapshot, haves Haves) ([]Tip, error) {
	var tips []Tip
	for _, p := range s.Parts() {
		t := Tip{Folder: p.Folder, Commit: p.Snapshot.Commit, ref: p.Snapshot.Ref, repository: p.Snapshot.Repository,
			bases: haves[p.Folder]}
		var err error
		if t.Shallow, err = shallow(ctx, git.At(ctx, t.repository)); err != nil {
			return nil, err
		}
		tips = append(tips, t)
	}
	return tips, nil
}

// ResultOf commits what was done in a tree, and lists what of that is to travel to where its work began, which has some
// commits: see [HavesAt]. Errors are those of [worktree.Tree.Commit].
func ResultOf(ctx context.Context, t worktree.Tree, message string, haves Haves) ([]Tip, error) {
	if _, err := t.Commit(ctx, message); err != nil {
		return nil, err
	}
	trees := t.Parts()
	tips := make([]Tip, 0, len(trees))
	for i, p := range t.Snapshot.Parts() {
		ref := "refs/heads/" + trees[i].Branch
		commit, err := git.At(ctx, p.Snapshot.Repository).Line(ctx, "rev-parse", "--verify", ref+"^{commit}")
		if err != nil {
			return nil, fmt.Errorf("find what was done in %s: %w", trees[i].Path, err)
		}
		tips = append(tips, Tip{Folder: p.Folder, Commit: commit, ref: ref, repository: p.Snapshot.Repository,
			bases: haves[p.Folder]})
	}
	return tips, nil
}

// Bundle writes a git bundle with the commits of a tip that the other machine lacks. It writes nothing, and any is
// false, when it lacks none. Errors are git's and those of w.
func (t Tip) Bundle(ctx context.Context, w io.Writer) (any bool, err error) {
	g := git.At(ctx, t.repository)
	g.Wary = true // a partial clone would fetch what it lacks
	bases, err := known(ctx, g, t.bases[:min(len(t.bases), mostHaves+1)])
	if err != nil {
		return false, err
	}
	revisions := []string{t.ref}
	for _, base := range bases {
		revisions = append(revisions, "^"+base)
	}
	lacking, err := g.Line(ctx, append([]string{"rev-list", "--max-count=1"}, revisions...)...)
	if err != nil || lacking == "" {
		return false, err
	}
	if err := g.Run(ctx, nil, w, append([]string{"bundle", "create", "-q", "-"}, revisions...)...); err != nil {
		return true, fmt.Errorf("bundle what the other machine lacks of %s: %w", t.Folder, err)
	}
	return true, nil
}

// shallow lists the oldest commits of a shallow clone. Any other has none.
func shallow(ctx context.Context, g git.Dir) ([]string, error) {
	folder, err := g.Folder(ctx, "--git-common-dir")
	if err != nil {
		return nil, err
	}
	list, err := os.ReadFile(folder + "/shallow")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.Fields(string(list)), err
}
