package travel

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"stead/forks/worktree/git"
	"stead/internal/sys/dirs"
)

// Found is a repository on this machine.
type Found struct {
	// Top is its main working tree, or the repository itself when it is bare.
	Top string `json:"top"`
	// HasHead says that it has the commit that was checked out on the other machine.
	HasHead bool `json:"hasHead"`
	// SameRemote and SameRoot say by what else it was found.
	SameRemote bool `json:"sameRemote"`
	SameRoot   bool `json:"sameRoot"`
}

// rank is higher for a repository that is more likely the same. 0 is another one.
func (f Found) rank() (rank int) {
	for i, is := range []bool{f.SameRoot, f.SameRemote, f.HasHead} {
		if is {
			rank += 1 << i
		}
	}
	return rank
}

// Dir is the place of the other machine's folder in the repository that was found. Ok is false when there is no such
// folder.
func (f Found) Dir(o Origin) (dir string, ok bool) {
	if o.Prefix == "" {
		return f.Top, true
	}
	root, err := os.OpenRoot(f.Top)
	if err != nil {
		return "", false
	}
	defer func() { _ = root.Close() }() // it was only read
	info, err := root.Stat(filepath.FromSlash(strings.TrimSuffix(o.Prefix, "/")))
	if err != nil || !info.IsDir() {
		return "", false
	}
	return filepath.Join(f.Top, filepath.FromSlash(o.Prefix)), true
}

// Find looks for the repository of an origin, which may be a stranger's, in folders of this machine and above them: one
// that has its head, its remote or its root commit. Of several that are as likely, the first counts. Ok is false when
// there is none. Folders that are gone are passed over.
func Find(ctx context.Context, folders []string, o Origin) (found Found, ok bool) {
	tops := topsOf(folders)
	all := make([]Found, len(tops))
	looking, ctx := errgroup.WithContext(ctx)
	looking.SetLimit(runtime.NumCPU())
	for i, top := range tops {
		looking.Go(func() error {
			all[i] = compare(ctx, top, o)
			return nil
		})
	}
	_ = looking.Wait() // none fails
	for _, f := range all {
		if f.rank() > found.rank() {
			found = f
		}
	}
	return found, found.rank() > 0
}

// topsOf returns the working trees that folders are in, each once.
func topsOf(folders []string) (tops []string) {
	seen := map[string]bool{}
	for _, folder := range folders {
		for top := filepath.Clean(folder); filepath.IsAbs(top) && !seen[top]; top = filepath.Dir(top) {
			seen[top] = true
			if dirs.IsRepository(top) {
				tops = append(tops, top)
				break
			}
			if top == filepath.Dir(top) {
				break
			}
		}
	}
	return tops
}

// compare compares a working tree with an origin.
func compare(ctx context.Context, top string, o Origin) Found {
	g := git.Dir{Path: top, Wary: true}
	f := Found{Top: mainOf(ctx, g)}
	its, _ := remotes(ctx, g) // without them the commits decide
	f.SameRemote = slices.ContainsFunc(its, func(remote string) bool { return slices.Contains(o.Remotes, remote) })
	has, _ := known(ctx, g, append(slices.Clone(o.Roots), o.Head))
	f.HasHead = slices.Contains(has, o.Head)
	f.SameRoot = slices.ContainsFunc(o.Roots, func(root string) bool { return slices.Contains(has, root) })
	return f
}

// mainOf returns the main working tree of a linked one, which may be removed at any time.
func mainOf(ctx context.Context, g git.Dir) string {
	common, err := g.Folder(ctx, "--git-common-dir")
	own, err2 := g.Folder(ctx, "--git-dir")
	if err != nil || err2 != nil || common == own {
		return g.Path
	}
	if top := filepath.Dir(common); filepath.Base(common) == ".git" && dirs.IsRepository(top) {
		return top
	}
	if bare, err := (git.Dir{Path: common}).Line(ctx, "rev-parse", "--is-bare-repository"); err == nil && bare == "true" {
		return common
	}
	return g.Path
}
