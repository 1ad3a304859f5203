package git

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

// Index is a git index of our own in a temporary folder. The user's is neither written nor locked: another git may hold
// its lock.
type Index struct {
	// Git runs git with this index.
	Git    Dir
	folder string
}

// CopyIndex makes an index that begins as a copy of the working tree's, whose knowledge of the files makes it fast.
func (g Dir) CopyIndex(ctx context.Context) (Index, error) {
	path, err := g.Line(ctx, "rev-parse", "--git-path", "index")
	if err != nil {
		return Index{}, err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(g.Path, path)
	}
	i, err := g.NewIndex()
	if err != nil {
		return i, err
	}
	if err := copyIndexFile(path, i.Git.Index); err != nil {
		i.Remove()
		return i, err
	}
	return i, nil
}

// NewIndex makes an index without entries.
func (g Dir) NewIndex() (Index, error) {
	folder, err := os.MkdirTemp("", "stead-index-")
	if err != nil {
		return Index{}, err
	}
	g.Index = filepath.Join(folder, "index")
	return Index{g, folder}, nil
}

// copyIndexFile copies an index with its time: files that are as old as their index are looked at again, for they may
// have changed within the same tick (git's Documentation/technical/racy-git.txt). There is none before the first git
// add.
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

// Remove deletes the index.
func (i Index) Remove() { os.RemoveAll(i.folder) }

// Install puts the index in the place of another.
func (i Index) Install(path string) error {
	staged, err := os.MkdirTemp(filepath.Dir(path), "stead-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staged)
	file := filepath.Join(staged, "index")
	if err := copyIndexFile(i.Git.Index, file); err != nil {
		return err
	}
	return os.Rename(file, path)
}

// Update brings in what has happened to the tracked files.
func (i Index) Update(ctx context.Context) error { return i.Git.Run(ctx, nil, nil, "add", "-u") }

// Add brings in files that are not tracked.
func (i Index) Add(ctx context.Context, files []string) error {
	if len(files) == 0 {
		return nil
	}
	return i.Git.Run(ctx, Lines(files), nil, "update-index", "--add", "-z", "--stdin")
}

// Link points from a place in the tree to a commit of another repository.
func (i Index) Link(ctx context.Context, path, commit string) error {
	entry := fmt.Sprintf("160000 %s 0\t%s", commit, path)
	return i.Git.Run(ctx, Lines([]string{entry}), nil, "update-index", "--add", "--replace", "-z", "--index-info")
}

// Links lists the places that point to other repositories.
func (i Index) Links(ctx context.Context) ([]string, error) {
	entries, err := i.Git.List(ctx, "ls-files", "-s", "-z")
	var links []string
	for _, entry := range entries {
		if _, path, _ := strings.Cut(entry, "\t"); strings.HasPrefix(entry, "160000 ") {
			links = append(links, path)
		}
	}
	return links, err
}

// Tree writes what the index holds as a tree.
func (i Index) Tree(ctx context.Context) (string, error) { return i.Git.Line(ctx, "write-tree") }

// Read fills the index with a tree.
func (i Index) Read(ctx context.Context, tree string) error {
	return i.Git.Run(ctx, nil, nil, "read-tree", tree)
}

// Lines are fields as git reads them with -z.
func Lines(fields []string) io.Reader {
	return strings.NewReader(strings.Join(fields, "\x00") + "\x00")
}
