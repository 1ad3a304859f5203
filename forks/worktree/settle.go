package worktree

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"stead/forks/worktree/git"
	"stead/internal/sys/regular"
)

// settling is what the files of a step hold, which came to an unknown point.
type settling struct {
	ActStep
	// forward and back are the changes from the tree before to that after, and from that to the one before.
	forward, back []raw
	// before and after are files that are so, half are those that git has begun to write; changed are those that hold
	// something else.
	before, after, half, changed []string
}

// isDone reports that no file is as before, or half.
func (s settling) isDone() bool { return len(s.before) == 0 && len(s.half) == 0 }

// look compares each file of the step with what it held before, and with what it shall hold.
func (s ActStep) look(ctx context.Context) (settling, error) {
	found := settling{ActStep: s}
	var err error
	if found.forward, err = changed(ctx, s.git(), s.From, s.To); err != nil {
		return found, err
	}
	if found.back, err = changed(ctx, s.git(), s.To, s.From); err != nil {
		return found, err
	}
	notAfter, err := s.differing(ctx, found.forward)
	if err != nil {
		return found, err
	}
	notBefore, err := s.differing(ctx, found.back)
	if err != nil {
		return found, err
	}
	for _, c := range found.forward {
		if err := found.sort(ctx, c, notBefore, notAfter); err != nil {
			return found, err
		}
	}
	return found, nil
}

// sort puts a file to those that are as it is. NotBefore and notAfter say of files that are in these trees how they
// differ from them, "D" when they are gone.
func (s *settling) sort(ctx context.Context, c raw, notBefore, notAfter map[string]string) error {
	isGone := notBefore[c.Path] == "D" || notAfter[c.Path] == "D"
	isBefore, isAfter := notBefore[c.Path] == "", notAfter[c.Path] == ""
	switch c.Status {
	case "A":
		isBefore = isGone
	case "D":
		isAfter = isGone
	}
	switch {
	case c.Module:
		return nil
	case isAfter:
		s.after = append(s.after, c.Path)
		return nil
	case isBefore:
		s.before = append(s.before, c.Path)
		return nil
	}
	isHalf, err := s.isBeginning(ctx, c)
	if isGone || isHalf {
		s.half = append(s.half, c.Path)
	} else {
		s.changed = append(s.changed, c.Path)
	}
	return err
}

// differing returns which files of the changes' new sides are not so in the folder, with git's letter for it.
func (s ActStep) differing(ctx context.Context, changes []raw) (map[string]string, error) {
	i, err := s.indexOf(ctx, changes)
	if err != nil {
		return nil, err
	}
	defer i.Remove()
	// It ends with 1 where a file differs.
	if err := i.Git.Run(ctx, nil, nil, "update-index", "-q", "--refresh"); err != nil && git.CodeOf(err) != 1 {
		return nil, err
	}
	list, err := i.Git.List(ctx, "diff-files", "-z", "--name-status", "--no-renames")
	if err != nil {
		return nil, err
	}
	letters := map[string]string{}
	for n := 0; n+1 < len(list); n += 2 {
		letters[list[n+1]] = list[n]
	}
	return letters, nil
}

// indexOf returns an index with the new sides of changes, and nothing else.
func (s ActStep) indexOf(ctx context.Context, changes []raw) (git.Index, error) {
	i, err := s.git().NewIndex()
	if err != nil {
		return i, err
	}
	if entries := entriesOf(changes, false); len(entries) > 0 {
		if err := i.Git.Run(ctx, git.Lines(entries), nil, "update-index", "--add", "-z", "--index-info"); err != nil {
			i.Remove()
			return i, err
		}
	}
	return i, nil
}

// entriesOf writes changes as git update-index --index-info reads them, those by which a file goes only when that is
// wanted.
func entriesOf(changes []raw, andGone bool) []string {
	var entries []string
	for _, c := range changes {
		if !c.Module && (andGone || c.Status != "D") {
			entries = append(entries, c.mode+" "+c.to+"\t"+c.Path)
		}
	}
	return entries
}

// isBeginning reports a file that holds the first part of what it shall hold: git writes it in place.
func (s settling) isBeginning(ctx context.Context, c raw) (bool, error) {
	if info, err := os.Lstat(s.path(c.Path)); c.Status == "D" || err != nil || !info.Mode().IsRegular() {
		return false, nil //nolint:nilerr // it is no file that git writes
	}
	file, err := regular.Open(s.path(c.Path))
	if err != nil {
		return false, err
	}
	defer file.Close()
	rest := &remainder{file: file}
	err = s.git().Run(ctx, nil, rest, "cat-file", "--filters", "--path="+c.Path, c.to)
	if rest.differs || rest.ended {
		return rest.ended, nil
	}
	return false, err
}

func (s ActStep) path(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }

// remainder compares what is written into it with a file, up to the end of the file.
type remainder struct {
	file           io.Reader
	differs, ended bool
}

// errCompared ends the writing when the answer is known.
var errCompared = errors.New("the answer is known")

// Write implements [io.Writer].
func (r *remainder) Write(p []byte) (int, error) {
	held := make([]byte, len(p))
	n, err := io.ReadFull(r.file, held)
	if r.differs = string(held[:n]) != string(p[:n]); r.differs {
		return 0, errCompared
	}
	if err != nil {
		r.ended = true
		return 0, errCompared
	}
	return len(p), nil
}

// restoreFiles gives files that are as the act shall leave them, or half so, what they held before.
func (s *settling) restoreFiles(ctx context.Context) error {
	i, err := s.indexOf(ctx, s.back)
	if err != nil {
		return err
	}
	defer i.Remove()
	touched := map[string]bool{}
	for _, name := range append(s.after, s.half...) {
		touched[name] = true
	}
	for _, c := range s.back {
		if touched[c.Path] && c.Status == "D" {
			if err := s.remove(c.Path); err != nil {
				return err
			}
		}
	}
	var names []string
	for _, c := range s.back {
		switch {
		case !touched[c.Path] || c.Status == "D":
		case s.isFree(c.Path):
			names = append(names, c.Path)
		default:
			s.changed = append(s.changed, c.Path)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return i.Git.Run(ctx, git.Lines(names), nil, "checkout-index", "-f", "-z", "--stdin")
}

// remove removes a file, and the folders that are empty without it.
func (s settling) remove(name string) error {
	if err := os.Remove(s.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return err
	}
	for _, folder := range above(name) {
		_ = os.Remove(s.path(folder)) // it may hold more
	}
	return nil
}

// isFree reports that a file can be written without taking the place of a folder, or of a file that is in a folder's
// place.
func (s settling) isFree(name string) bool {
	if info, err := os.Lstat(s.path(name)); err == nil && info.IsDir() {
		return false
	}
	for _, folder := range above(name) {
		if info, err := os.Lstat(s.path(folder)); err == nil && !info.IsDir() {
			return false
		}
	}
	return true
}

// restoreIndex gives the entries of the user's index that the merge has changed what they held before.
func (s settling) restoreIndex(ctx context.Context) error {
	listed, err := s.git().List(ctx, "ls-files", "-s", "-z")
	if err != nil {
		return err
	}
	held := map[string]string{}
	for _, entry := range listed {
		about, name, _ := strings.Cut(entry, "\t")
		held[name] = strings.Join(strings.Fields(about)[:2], " ")
	}
	after := map[string]string{}
	for _, c := range s.forward {
		if c.Status != "D" {
			after[c.Path] = c.mode + " " + c.to
		}
	}
	var back []raw
	for _, c := range s.back {
		if held[c.Path] == after[c.Path] {
			back = append(back, c)
		}
	}
	if len(back) == 0 {
		return nil
	}
	return s.git().Run(ctx, git.Lines(entriesOf(back, true)), nil, "update-index", "--add", "-z", "--index-info")
}
