package travel

import (
	"archive/tar"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"stead/forks/worktree"
)

// Bounds bound what is taken from another machine. 0 is the usual.
type Bounds struct {
	// Pack bounds the bytes of a bundle: usually nothing does but what the sender was allowed to send.
	Pack int64
	// Files and Bytes bound the ignored files: 50,000 and 1 GB, as of what a snapshot takes that git does not track.
	Files int
	Bytes int64
}

// The usual bounds of ignored files.
const (
	usualFiles = 50_000
	usualBytes = 1 << 30
)

// ErrIncluded says that the ignored files that came are damaged, too many, or not to be put into a worktree.
var ErrIncluded = errors.New("the ignored files cannot be taken")

// PackIncluded writes the ignored files of a part of a snapshot, which are to be in each worktree, as a tar. It returns
// how many there are, and writes nothing for none. What belongs to a repository itself (.git) is left out, as are
// sockets and the like. Errors: ErrIncluded when there are too many, and those of the files and of w.
func PackIncluded(ctx context.Context, s worktree.Snapshot, w io.Writer, b Bounds) (files int, err error) {
	paths, err := s.Included(ctx)
	if err != nil || len(paths) == 0 {
		return 0, err
	}
	root, err := os.OpenRoot(s.Top)
	if err != nil {
		return 0, err
	}
	defer func() { _ = root.Close() }() // it was only read
	p := packer{root: root, tar: tar.NewWriter(w), left: b.start()}
	for _, path := range paths {
		// gone meanwhile
		if err := p.pack(ctx, strings.TrimSuffix(path, "/")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return p.files, fmt.Errorf("pack the ignored file %s: %w", path, err)
		}
	}
	return p.files, p.tar.Close()
}

// left is what may still be taken.
type left struct {
	files int
	bytes int64
}

func (b Bounds) start() left {
	return left{cmp.Or(b.Files, usualFiles), cmp.Or(b.Bytes, usualBytes)}
}

// take is an error for a file that is too much.
func (l *left) take(bytes int64) error {
	l.files--
	if l.bytes -= bytes; l.files < 0 || l.bytes < 0 || bytes < 0 {
		return fmt.Errorf("%w: there are too many, or they are too large", ErrIncluded)
	}
	return nil
}

type packer struct {
	root  *os.Root
	tar   *tar.Writer
	left  left
	files int
}

// pack packs a file, or a folder with all that is in it.
func (p *packer) pack(ctx context.Context, path string) error {
	info, err := p.root.Lstat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() { // a walk would follow a link
		return p.skipOrAdd(path, fs.FileInfoToDirEntry(info))
	}
	return fs.WalkDir(p.root.FS(), path, func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		return p.skipOrAdd(path, entry)
	})
}

func (p *packer) skipOrAdd(path string, entry fs.DirEntry) error {
	switch {
	case isGit(entry.Name()) && entry.IsDir():
		return fs.SkipDir
	case isGit(entry.Name()):
		return nil
	case entry.Type() == fs.ModeSymlink:
		return p.link(path)
	case entry.Type().IsRegular():
		return p.file(path)
	}
	return nil
}

func (p *packer) link(path string) error {
	target, err := p.root.Readlink(path)
	if err != nil {
		return err
	}
	if err := p.left.take(0); err != nil {
		return err
	}
	p.files++
	return p.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: path, Linkname: target})
}

func (p *packer) file(path string) error {
	file, err := p.root.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := p.left.take(info.Size()); err != nil {
		return err
	}
	p.files++
	header := &tar.Header{Typeflag: tar.TypeReg, Name: path, Size: info.Size(), Mode: int64(info.Mode().Perm()),
		ModTime: info.ModTime(), Format: tar.FormatPAX}
	if err := p.tar.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.CopyN(p.tar, file, info.Size())
	return err
}

// include puts the ignored files that came into the worktrees of a tree, and returns how many these are.
func include(ctx context.Context, t worktree.Tree, cargo Cargo, b Bounds) (files int, err error) {
	for i, part := range t.Parts() {
		source, err := cargo.Included(i)
		if err != nil {
			return files, err
		}
		if source == nil {
			continue
		}
		n, err := unpackIncluded(ctx, part, source, b)
		source.Close()
		if files += n; err != nil {
			return files, err
		}
	}
	return files, nil
}

// unpackIncluded takes only files, links and their folders, none of which leads out of the tree or takes another's
// place.
func unpackIncluded(ctx context.Context, t worktree.Tree, source io.Reader, b Bounds) (int, error) {
	root, err := os.OpenRoot(t.Path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = root.Close() }() // the files are closed, each for itself
	var paths []string
	left := b.start()
	for in := tar.NewReader(source); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return len(paths), t.NoteIncluded(ctx, paths)
		}
		if err == nil {
			err = left.take(header.Size)
		}
		if err == nil {
			err = put(root, header, in)
		}
		if err != nil {
			return len(paths), errors.Join(ErrIncluded, err)
		}
		paths = append(paths, header.Name)
	}
}

func put(root *os.Root, header *tar.Header, content io.Reader) error {
	if !isPlain(header.Name) {
		return fmt.Errorf("%.80q is no name of a file", header.Name)
	}
	if err := root.MkdirAll(path.Dir(header.Name), 0o755); err != nil {
		return err
	}
	switch header.Typeflag {
	case tar.TypeSymlink:
		return root.Symlink(header.Linkname, header.Name)
	case tar.TypeReg:
		return putFile(root, header, content)
	}
	return fmt.Errorf("%.80q is neither a file nor a link", header.Name)
}

func putFile(root *os.Root, header *tar.Header, content io.Reader) error {
	name, mode := filepath.FromSlash(header.Name), fs.FileMode(header.Mode).Perm()
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, content); err != nil {
		return err
	}
	return errors.Join(file.Chmod(mode), file.Close(), root.Chtimes(name, header.ModTime, header.ModTime))
}
