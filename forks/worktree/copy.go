package worktree

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"
)

// copier copies files from one folder to the same place in another. It cannot leave either.
type copier struct {
	from, to *os.Root
	files    *errgroup.Group
}

// copyFiles copies files, and folders with all that is in them: links as links, with modes and times. Where the file
// system can, nothing is really copied.
func copyFiles(ctx context.Context, from, to string, paths []string) error {
	source, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }() // it was only read
	target, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = target.Close() }() // the files are closed, each for itself
	files, ctx := errgroup.WithContext(ctx)
	files.SetLimit(2 * runtime.NumCPU())
	c := copier{source, target, files}
	for _, path := range paths {
		if err = c.copy(ctx, strings.TrimSuffix(path, "/")); err != nil {
			break
		}
	}
	return errors.Join(err, files.Wait())
}

func (c copier) copy(ctx context.Context, root string) error {
	info, err := c.from.Lstat(root)
	if errors.Is(err, fs.ErrNotExist) { // gone meanwhile
		return nil
	}
	if err := errors.Join(err, c.to.MkdirAll(filepath.Dir(root), 0o755)); err != nil {
		return err
	}
	if !info.IsDir() {
		return c.entry(root, fs.FileInfoToDirEntry(info))
	}
	return fs.WalkDir(c.from.FS(), root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case entry.Name() == ".git" && !entry.IsDir(): // it points to another worktree's index, which must not be shared
			return nil
		}
		return c.entry(path, entry)
	})
}

func (c copier) entry(path string, entry fs.DirEntry) error {
	switch {
	case entry.IsDir():
		err := c.to.Mkdir(path, 0o755)
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	case entry.Type() == fs.ModeSymlink:
		target, err := c.from.Readlink(path)
		if err != nil {
			return err
		}
		return c.to.Symlink(target, path)
	case entry.Type().IsRegular():
		c.files.Go(func() error { return c.file(path) })
	}
	return nil // sockets and the like belong to a running program
}

func (c copier) file(path string) error {
	source, err := c.from.Open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	target, err := c.to.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	defer target.Close()
	if !clone(target, source) {
		if _, err := io.Copy(target, source); err != nil {
			return err
		}
	}
	return errors.Join(target.Chmod(info.Mode().Perm()), target.Close(),
		c.to.Chtimes(path, info.ModTime(), info.ModTime()))
}
