package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"stead/forks/worktree/git"
)

// ErrNoRepository says that a folder is in no git repository, so that nothing tells what it was like before.
var ErrNoRepository = errors.New("the folder is in no git repository: there is nothing to compare it with")

// Work is what differs in a folder from a commit, committed or not. It includes files that git does not track, unless
// it ignores them.
type Work struct {
	// Base is the commit that the folder is compared with; empty if there is none yet, so that every file is new.
	Base string
	// Began says that Base was checked out at the time in question. Otherwise it is what is checked out now.
	Began bool
	// Changes are those of the files, with their paths from the top of the working tree. Diff is the unified diff of all
	// of them; Cut says that its end is missing, because it is longer than the limit.
	Changes []Change
	Diff    string
	Cut     bool
}

// Bounds of a look at what was done: what git does not track, in files and bytes, and the bytes of a diff.
const (
	lookFiles = 5_000
	lookBytes = 100 << 20
	diffBytes = 256 << 10
)

// Since compares a folder with the commit that was checked out there at a time, as git's log of HEAD knows it. If that
// log does not reach back so far, it compares with what is checked out now. What was uncommitted at that time is
// nowhere recorded, and so it is part of the result. State is stead's own folder, which is left out. Nothing is written
// into the repository. Errors: ErrNoRepository, ErrBare, ErrGone, ErrTooLarge.
func Since(ctx context.Context, dir, state string, at time.Time) (Work, error) {
	w, err := since(ctx, dir, Options{State: state, MaxFiles: lookFiles, MaxBytes: lookBytes}, at)
	if err != nil {
		return w, fmt.Errorf("compare %s with what it was: %w", dir, err)
	}
	return w, nil
}

func since(ctx context.Context, dir string, o Options, at time.Time) (Work, error) {
	s, err := locate(ctx, dir, o)
	switch {
	case errors.Is(err, errNoState) || s.Own:
		return Work{}, ErrNoRepository
	case err != nil:
		return Work{}, err
	}
	objects, err := os.MkdirTemp("", "stead-objects-")
	if err != nil {
		return Work{}, err
	}
	defer os.RemoveAll(objects)
	g, err := s.git().Quarantine(ctx, objects)
	if err != nil {
		return Work{}, err
	}
	now, err := treeNow(ctx, g, s.Top, o)
	if err != nil {
		return Work{}, err
	}
	w := Work{Base: s.Head}
	if began := headAt(ctx, g, at); began != "" {
		w.Base, w.Began = began, true
	}
	return w, w.compare(ctx, g, now, s.Prefix)
}

// treeNow writes what the working tree holds as a tree.
func treeNow(ctx context.Context, g git.Dir, top string, o Options) (string, error) {
	i, err := g.CopyIndex(ctx)
	if err != nil {
		return "", err
	}
	defer i.Remove()
	if err := i.Update(ctx); err != nil {
		return "", err
	}
	found, err := listUntracked(ctx, i, o, top)
	if err != nil {
		return "", err
	}
	if err := i.Add(ctx, found.files); err != nil {
		return "", err
	}
	return i.Tree(ctx)
}

// headAt returns the commit that HEAD was at, or "" if git's log of HEAD does not reach back so far.
func headAt(ctx context.Context, g git.Dir, at time.Time) string {
	log, err := g.Line(ctx, "reflog", "show", "--format=%H %gd", "--date=unix", "HEAD")
	if err != nil {
		return ""
	}
	for line := range strings.SplitSeq(log, "\n") { // the newest first
		commit, when, _ := strings.Cut(line, " HEAD@{")
		seconds, err := strconv.ParseInt(strings.TrimSuffix(when, "}"), 10, 64)
		if err == nil && seconds <= at.Unix() {
			return commit
		}
	}
	return ""
}

// compare finds the changes from the base to a tree, below a folder of it.
func (w *Work) compare(ctx context.Context, g git.Dir, now, below string) (err error) {
	base := w.Base
	if base == "" {
		if base, err = g.Line(ctx, "hash-object", "-t", "tree", "-w", "/dev/null"); err != nil {
			return err
		}
	}
	var paths []string
	if below != "" {
		paths = []string{below}
	}
	if w.Changes, err = changesIn(ctx, g, base, now, paths...); err != nil {
		return err
	}
	diff := bounded{most: diffBytes}
	err = diffIn(ctx, g, base, now, &diff, paths...)
	w.Diff, w.Cut = strings.ToValidUTF8(diff.kept.String(), "?"), diff.isCut
	return err
}

// bounded keeps the beginning of what is written. It embeds no buffer: io.Copy would prefer the buffer's ReadFrom,
// which knows no limit.
type bounded struct {
	kept  bytes.Buffer
	most  int
	isCut bool
}

// Write never fails.
func (b *bounded) Write(p []byte) (int, error) {
	room := max(b.most-b.kept.Len(), 0)
	b.isCut = b.isCut || len(p) > room
	_, _ = b.kept.Write(p[:min(len(p), room)])
	return len(p), nil
}
