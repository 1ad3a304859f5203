package travel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
)

// ErrSnapshot says that a snapshot is none that stead takes.
var ErrSnapshot = errors.New("the description of the work is damaged")

// mostParts bounds the repositories of a snapshot.
const mostParts = 1000

// expect is an error for a snapshot from another machine that could lead out of its worktree, or does not fit what came
// with it. Errors: ErrSnapshot.
func expect(s worktree.Snapshot, tips []Tip) error {
	parts := s.Parts()
	if len(parts) != len(tips) || len(parts) > mostParts {
		return fmt.Errorf("%w: it has %d parts, and %d of them came", ErrSnapshot, len(parts), len(tips))
	}
	if s.Prefix != "" && !isPlain(strings.TrimSuffix(s.Prefix, "/")) {
		return fmt.Errorf("%w: its folder is %.80q", ErrSnapshot, s.Prefix)
	}
	for i, p := range parts {
		if p.Folder != tips[i].Folder || p.Snapshot.Commit != tips[i].Commit || !isTip(tips[i]) {
			return fmt.Errorf("%w: its part %.80q is not what came", ErrSnapshot, p.Folder)
		}
		if i > 0 && !isPlain(p.Folder) {
			return fmt.Errorf("%w: it has a repository in %.80q", ErrSnapshot, p.Folder)
		}
		if p.Snapshot.Head != "" && !IsID(p.Snapshot.Head) {
			return fmt.Errorf("%w: its head is %.80q", ErrSnapshot, p.Snapshot.Head)
		}
	}
	return nil
}

func isTip(t Tip) bool {
	for _, id := range append([]string{t.Commit}, t.Shallow...) {
		if !IsID(id) {
			return false
		}
	}
	return true
}

// isPlain reports whether a path stays below the folder that it begins in, and is of no repository's own files.
func isPlain(path string) bool {
	if !filepath.IsLocal(filepath.FromSlash(path)) || filepath.Clean(path) != path || strings.Contains(path, "\x00") {
		return false
	}
	for _, name := range strings.Split(path, "/") {
		if isGit(name) {
			return false
		}
	}
	return true
}

// isGit reports whether a file system may take a name for ".git": git's own rules for those of Windows and macOS (git's
// path.c, utf8.c).
func isGit(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	name = strings.TrimRight(strings.Map(withoutIgnored, name), " .")
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1")
}

// withoutIgnored leaves out what HFS+ ignores in a name.
func withoutIgnored(r rune) rune {
	switch {
	case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
		return -1
	}
	return r
}

// expectLink is an error unless the commit of a part points to a module from the module's folder: then that folder is
// one of the worktree's own, which no link leads out of.
func (l *lander) expectLink(ctx context.Context, g git.Dir, s, m worktree.Snapshot) error {
	folder, err := filepath.Rel(s.Top, m.Top)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	entries, err := g.List(ctx, "ls-tree", "--full-tree", "-z", s.Commit, "--", folder)
	if err != nil {
		return err
	}
	if want := "160000 commit " + m.Commit + "\t" + folder; len(entries) != 1 || entries[0] != want {
		return fmt.Errorf("%w: it points to no repository in %.80q", ErrSnapshot, folder)
	}
	return nil
}

// expectInside is an error when the folder to work in is not in the tree: a link may stand in its place.
func expectInside(t worktree.Tree) error {
	root, err := os.OpenRoot(t.Path)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it was only read
	inside := filepath.Join(".", t.Snapshot.Prefix)
	if _, err := root.Stat(inside); err != nil {
		return fmt.Errorf("%w: its folder %.80q leads out of it: %w", ErrSnapshot, inside, err)
	}
	return nil
}
