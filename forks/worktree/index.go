package worktree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// index is a git index of our own in a temporary folder. The user's is neither written nor locked: another git may hold its lock.
type index struct {
	git
	folder string
}

// copyIndex makes an index that begins as a copy of the working tree's, whose knowledge of the files makes it fast.
func (g git) copyIndex(ctx context.Context) (index, error) {
	path, err := g.line(ctx, "rev-parse", "--git-path", "index")
	if err != nil {
		return index{}, err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(g.dir, path)
	}
	i, err := g.newIndex()
	if err != nil {
		return i, err
	}
	if err := copyIndexFile(path, i.index); err != nil {
		i.remove()
		return i, err
	}
	return i, nil
}

// newIndex makes an index without entries.
func (g git) newIndex() (index, error) {
	folder, err := os.MkdirTemp("", "stead-index-")
	if err != nil {
		return index{}, err
	}
	g.index = filepath.Join(folder, "index")
	return index{g, folder}, nil
}

// copyIndexFile copies an index with its time: files that are as old as their index are looked at again, for they may have changed
// within the same tick (git's Documentation/technical/racy-git.txt). There is none before the first git add.
func copyIndexFile(from, to string) error {
	info, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

func (i index) remove() { os.RemoveAll(i.folder) }

// install puts the index in the place of another.
func (i index) install(path string) error {
	staged, err := os.MkdirTemp(filepath.Dir(path), "stead-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staged)
	file := filepath.Join(staged, "index")
	if err := copyIndexFile(i.index, file); err != nil {
		return err
	}
	return os.Rename(file, path)
}

// update brings in what has happened to the tracked files.
func (i index) update(ctx context.Context) error { return i.run(ctx, nil, nil, "add", "-u") }

// add brings in files that are not tracked.
func (i index) add(ctx context.Context, files []string) error {
	if len(files) == 0 {
		return nil
	}
	return i.run(ctx, lines(files), nil, "update-index", "--add", "-z", "--stdin")
}

// link points from a place in the tree to a commit of another repository.
func (i index) link(ctx context.Context, path, commit string) error {
	entry := fmt.Sprintf("160000 %s 0\t%s", commit, path)
	return i.run(ctx, lines([]string{entry}), nil, "update-index", "--add", "--replace", "-z", "--index-info")
}

// links lists the places that point to other repositories.
func (i index) links(ctx context.Context) ([]string, error) {
	entries, err := i.list(ctx, "ls-files", "-s", "-z")
	var links []string
	for _, entry := range entries {
		if _, path, _ := strings.Cut(entry, "\t"); strings.HasPrefix(entry, "160000 ") {
			links = append(links, path)
		}
	}
	return links, err
}

// tree writes what the index holds as a tree.
func (i index) tree(ctx context.Context) (string, error) { return i.line(ctx, "write-tree") }

// read fills the index with a tree.
func (i index) read(ctx context.Context, tree string) error {
	return i.run(ctx, nil, nil, "read-tree", tree)
}

// lines are fields as git reads them with -z.
func lines(fields []string) io.Reader {
	return strings.NewReader(strings.Join(fields, "\x00") + "\x00")
}
