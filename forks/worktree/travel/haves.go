package travel

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"stead/forks/worktree"
	"stead/forks/worktree/git"
	"stead/internal/sys/dirs"
)

// Haves are commits that this machine has, by the folder of their repository in the working tree: "." for its own.
type Haves map[string][]string

// mostHaves bounds the commits that are named of one repository, and so the arguments of a git. The other machine's
// head may be one more.
const mostHaves = 256

// HavesOf lists the commits that a repository has, and those within it of which the origin tells: the newest that its
// refs name. Errors are git's.
func HavesOf(ctx context.Context, f Found, o Origin) (Haves, error) {
	haves := Haves{}
	for _, folder := range append([]string{"."}, o.Modules...) {
		top, ok := f.module(folder)
		if !ok {
			continue
		}
		tips, err := tipsOf(ctx, git.Dir{Path: top, Wary: true})
		if err != nil {
			return nil, err
		}
		if haves[folder] = tips; folder == "." && f.HasHead {
			haves[folder] = append(tips, o.Head)
		}
	}
	return haves, nil
}

// HavesAt lists commits that there are where a snapshot was taken: its own, and those that were checked out.
func HavesAt(s worktree.Snapshot) Haves {
	haves := Haves{}
	for _, p := range s.Parts() {
		haves[p.Folder] = []string{p.Snapshot.Commit, p.Snapshot.Head}
	}
	return haves
}

// module returns the working tree in a folder of the repository that was found. The folder's name may be a stranger's.
func (f Found) module(folder string) (top string, ok bool) {
	if folder == "." {
		return f.Top, f.Top != ""
	}
	if f.Top == "" {
		return "", false
	}
	root, err := os.OpenRoot(f.Top)
	if err != nil {
		return "", false
	}
	defer func() { _ = root.Close() }() // it was only read
	if info, err := root.Stat(filepath.FromSlash(folder)); err != nil || !info.IsDir() {
		return "", false
	}
	top = filepath.Join(f.Top, filepath.FromSlash(folder))
	return top, dirs.IsRepository(top)
}

func tipsOf(ctx context.Context, g git.Dir) ([]string, error) {
	list, err := g.Line(ctx, "for-each-ref", "--sort=-creatordate", "--format=%(objectname) %(*objectname)",
		"refs/heads", "refs/remotes", "refs/tags", "refs/stead")
	if err != nil {
		return nil, err
	}
	head, err := g.Head(ctx)
	all := strings.Fields(head + " " + list)
	return all[:min(len(all), mostHaves)], err
}

// known returns those of some ids that are commits of a repository. They may be a stranger's: what is no id is none.
func known(ctx context.Context, g git.Dir, ids []string) (commits []string, err error) {
	var asked, answers bytes.Buffer
	for _, id := range ids {
		if IsID(id) {
			asked.WriteString(id + "\n")
		}
	}
	if asked.Len() == 0 {
		return nil, nil
	}
	if err := g.Run(ctx, &asked, &answers, "cat-file", "--batch-check"); err != nil {
		return nil, err
	}
	for line := range strings.Lines(answers.String()) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == "commit" {
			commits = append(commits, fields[0])
		}
	}
	return commits, nil
}

// IsID reports whether a text is the whole name of an object of git: 40 or 64 hexadecimal digits, in small letters.
func IsID(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}
