package recall

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/internal/sys/dirs"
	"stead/internal/sys/regular"
)

// places tells how near the folders of earlier sessions are to the one in which an agent begins.
type places struct {
	folder, root string
	// roots are the repositories of folders that were asked for.
	roots map[string]string
}

func newPlaces(folder string) *places {
	p := &places{folder: filepath.Clean(folder), roots: map[string]string{}}
	p.root = p.rootOf(p.folder)
	return p
}

// How much a piece counts by where it was learnt.
const (
	here, sameRepository, around, elsewhere = 1.0, 0.9, 0.7, 0.0
)

// nearness returns how much a piece of a folder counts.
func (p *places) nearness(folder string) float64 {
	if folder == "" {
		return elsewhere
	}
	folder = filepath.Clean(folder)
	switch {
	case folder == p.folder:
		return here
	case p.root != "" && p.rootOf(folder) == p.root:
		return sameRepository
	case liesBelow(folder, p.folder), liesBelow(p.folder, folder) && p.root == "":
		return around
	}
	return elsewhere
}

// liesBelow reports whether a folder lies below another. Everything lies below the root: that says nothing.
func liesBelow(folder, top string) bool { return filepath.Dir(top) != top && dirs.IsBelow(folder, top) }

// Near returns those of the folders in which what was learnt counts for one in which an agent begins.
func Near(folder string, all []string) []string {
	p := newPlaces(folder)
	return slices.DeleteFunc(slices.Clone(all), func(other string) bool { return p.nearness(other) == elsewhere })
}

// rootOf returns the working tree's repository to which a folder belongs; that of all its worktrees for one of them. It
// is empty for a folder outside any.
func (p *places) rootOf(folder string) string {
	if root, isKnown := p.roots[folder]; isKnown {
		return root
	}
	root := ""
	switch parent := filepath.Dir(folder); {
	case dirs.IsRepository(folder):
		root = common(folder)
	case parent != folder:
		root = p.rootOf(parent)
	}
	p.roots[folder] = root
	return root
}

// mostLink is how long the file .git of a worktree may be.
const mostLink = 4096

// common returns the repository that a working tree belongs to: its own folder, or the one of which it is a worktree.
func common(folder string) string {
	data := filepath.Join(folder, ".git")
	if info, err := os.Lstat(data); err != nil || !info.Mode().IsRegular() || info.Size() > mostLink {
		return folder
	}
	file, err := regular.Open(data)
	if err != nil {
		return folder
	}
	defer file.Close()
	content := make([]byte, mostLink)
	n, _ := file.Read(content)
	link, found := strings.CutPrefix(strings.TrimSpace(string(content[:n])), "gitdir: ")
	link = filepath.ToSlash(link) // git separates folders by slashes on Windows, too
	if at := strings.Index(link, "/.git/worktrees/"); found && at > 0 {
		return filepath.FromSlash(link[:at])
	}
	return folder
}
