package travel

import (
	"context"
	"slices"
	"strings"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
)

// Origin says what a folder is on any machine. The zero value is a folder without git.
type Origin struct {
	// Remotes are those of the repository, as [Normalize] writes them. They are compared, and never used.
	Remotes []string `json:"remotes,omitempty"`
	// Roots are the commits without parents from which Head descends: of a shallow clone, the oldest that it has.
	Roots []string `json:"roots,omitempty"`
	// Head is the commit that is checked out, empty before the first one. Branch is the branch, without refs/heads/; empty
	// when none is.
	Head   string `json:"head,omitempty"`
	Branch string `json:"branch,omitempty"`
	// Prefix is the way from the top of the working tree to the folder: empty, or with a slash at its end.
	Prefix string `json:"prefix,omitempty"`
	// Modules are the folders of the repositories within the working tree, relative to its top.
	Modules []string `json:"modules,omitempty"`
}

// Look finds out what a folder is. Modules are not looked for. Errors are git's; a folder without git is none.
func Look(ctx context.Context, dir string) (o Origin, err error) {
	g := git.Dir{Path: dir, Wary: true}
	if o.Prefix, err = g.Line(ctx, "rev-parse", "--show-prefix"); git.CodeOf(err) > 0 {
		return Origin{}, nil
	}
	if err != nil {
		return Origin{}, err
	}
	if o.Branch, err = g.Line(ctx, "symbolic-ref", "-q", "--short", "HEAD"); err != nil && git.CodeOf(err) != 1 {
		return o, err
	}
	if o.Remotes, err = remotes(ctx, g); err != nil {
		return o, err
	}
	if o.Head, err = g.Head(ctx); err != nil || o.Head == "" {
		return o, err
	}
	roots, err := g.Line(ctx, "rev-list", "--max-parents=0", o.Head)
	o.Roots = strings.Fields(roots)
	slices.Sort(o.Roots)
	return o, err
}

// OriginOf finds out what the folder of a snapshot is, its modules included. Errors are git's.
func OriginOf(ctx context.Context, s worktree.Snapshot) (Origin, error) {
	if s.Own {
		return Origin{Modules: modulesOf(s)}, nil
	}
	o, err := Look(ctx, s.Dir)
	o.Modules = modulesOf(s)
	return o, err
}

func modulesOf(s worktree.Snapshot) (folders []string) {
	for _, p := range s.Parts()[1:] {
		folders = append(folders, p.Folder)
	}
	return folders
}

// remotes returns a repository's remotes, normalized, each once.
func remotes(ctx context.Context, g git.Dir) (all []string, err error) {
	list, err := g.Line(ctx, "remote", "-v")
	for line := range strings.Lines(list) {
		_, url, _ := strings.Cut(line, "\t")
		url, _, isFetched := strings.Cut(url, " (fetch)")
		if remote := Normalize(url); isFetched && remote != "" {
			all = append(all, remote)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), err
}
