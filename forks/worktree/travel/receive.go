package travel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"stead/forks/worktree/git"
)

// ErrLacks says that the repository lacks commits on which a bundle builds: ask for the whole history.
var ErrLacks = errors.New("the repository lacks commits on which the bundle builds")

// headerBuffer is the longest line of a bundle's header, in bytes. It has the first line of a commit's message.
const headerBuffer = 64 << 10

// receive takes the objects of a bundle, which must bring one commit, into a repository. Either all of it comes in or
// nothing does. Largest bounds the bytes that are read. Errors: ErrBundle, ErrLacks, git's.
func receive(ctx context.Context, g git.Dir, bundle io.Reader, commit string, largest int64) error {
	r := bufio.NewReaderSize(bundle, headerBuffer)
	h, err := readHeader(r)
	if err != nil {
		return err
	}
	if h.tip != commit {
		return fmt.Errorf("%w: it brings %.12s, not %.12s", ErrBundle, h.tip, commit)
	}
	has, err := known(ctx, g, h.bases)
	if err != nil {
		return err
	}
	for _, base := range h.bases {
		if !slices.Contains(has, base) {
			return fmt.Errorf("%w: %.12s", ErrLacks, base)
		}
	}
	return takePack(ctx, g, r, commit, largest)
}

// takePack checks a pack beside the repository's objects, and then puts it among them. A folder of that name is git's
// own for the same, and git gc removes one that a kill has left.
func takePack(ctx context.Context, g git.Dir, pack io.Reader, commit string, largest int64) error {
	objects, err := g.Folder(ctx, "--git-common-dir")
	if err != nil {
		return err
	}
	objects = filepath.Join(objects, "objects")
	folder, err := os.MkdirTemp(objects, "tmp_objdir-incoming-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	apart, err := g.Quarantine(ctx, folder)
	if err != nil {
		return err
	}
	if err := apart.Run(ctx, pack, io.Discard, "index-pack", "--stdin", "--fix-thin", "--strict",
		"--max-input-size="+strconv.FormatInt(largest, 10)); err != nil {
		return reason(err)
	}
	if err := apart.Run(ctx, nil, nil, "rev-list", "--objects", "--quiet", commit, "--not", "--all"); err != nil {
		return fmt.Errorf("%w: not all that it names is there: %w", ErrBundle, err)
	}
	return adopt(filepath.Join(folder, "pack"), filepath.Join(objects, "pack"))
}

// reason says why git refuses a pack: a partial clone lacks objects to which the pack's point, in git's own words
// (builtin/index-pack.c, git 2.39.5).
func reason(err error) error {
	if f := (*git.Failure)(nil); errors.As(err, &f) && strings.Contains(f.Said, "did not receive expected object") {
		return errors.Join(ErrLacks, err)
	}
	return errors.Join(ErrBundle, err)
}

// adopt moves packs to where git finds them: an index last, for git finds a pack by it.
func adopt(from, to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil { // with the user's mask, as git makes it
		return err
	}
	for _, pattern := range []string{"pack-*.pack", "pack-*.rev", "pack-*.idx"} {
		files, err := fs.Glob(os.DirFS(from), pattern)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := os.Rename(filepath.Join(from, file), filepath.Join(to, file)); err != nil {
				return err
			}
		}
	}
	return nil
}
