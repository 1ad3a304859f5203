package worktree

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/forks/worktree/git"
)

// Bounds of what is taken that git does not track, unless the options say others. What is more was hardly written by
// hand, and would be hashed and compressed.
const (
	usualFiles = 50_000
	usualBytes = 1 << 30
)

// unbounded are the options by which everything is taken, for work that is not to be lost.
func unbounded(state string) Options {
	return Options{State: state, MaxFiles: math.MaxInt, MaxBytes: math.MaxInt64}
}

// untracked is what a working tree holds beside what an index does.
type untracked struct {
	files, repositories []string
	top                 string
	left                struct {
		files int
		bytes int64
	}
	parts map[string]int64 // how much there is in each folder of the top
}

// listUntracked lists what is neither in the index nor ignored. Errors: ErrTooLarge, as soon as that is clear.
func listUntracked(ctx context.Context, i git.Index, o Options, top string) (*untracked, error) {
	u := &untracked{top: top, parts: map[string]int64{}}
	u.left.files, u.left.bytes = cmp.Or(o.MaxFiles, usualFiles), cmp.Or(o.MaxBytes, usualBytes)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := u.read(reader)
		cancel(err)
		_, _ = io.Copy(io.Discard, reader)
		done <- err
	}()
	arguments := append([]string{"ls-files", "-o", "-z", "--exclude-standard"}, stateExcluded(top, o.State)...)
	err := i.Git.Run(ctx, nil, writer, arguments...)
	_ = writer.Close() // it never fails
	return u, cmp.Or(<-done, err)
}

// stateExcluded keeps stead's own files out, where they are inside of the tree.
func stateExcluded(top, state string) []string {
	real, err := filepath.EvalSymlinks(state)
	if err != nil {
		return nil
	}
	relative, err := filepath.Rel(top, real)
	if err != nil || relative == "." || !filepath.IsLocal(relative) {
		return nil
	}
	return []string{"--exclude=/" + escapeGlob(relative)}
}

// read takes the list. It reads on to the first error.
func (u *untracked) read(r io.Reader) error {
	scanner := bufio.NewScanner(r)
	scanner.Split(splitNUL)
	for scanner.Scan() {
		if err := u.take(scanner.Text()); err != nil {
			return err
		}
	}
	return scanner.Err()
}

// take takes a path. One of a repository has a slash at its end.
func (u *untracked) take(path string) error {
	if folder, is := strings.CutSuffix(path, "/"); is {
		u.repositories = append(u.repositories, folder)
		return nil
	}
	info, err := os.Lstat(filepath.Join(u.top, path))
	if err != nil { // gone meanwhile
		return nil
	}
	part, _, _ := strings.Cut(path, "/")
	u.parts[part] += info.Size()
	u.files = append(u.files, path)
	u.left.bytes -= info.Size()
	if u.left.files--; u.left.files < 0 || u.left.bytes < 0 {
		return u.tooLarge()
	}
	return nil
}

// tooLarge names the folders with the most in them.
func (u *untracked) tooLarge() error {
	parts := slices.SortedFunc(maps.Keys(u.parts), func(a, b string) int { return cmp.Compare(u.parts[b], u.parts[a]) })
	largest := make([]string, 0, 3)
	for _, part := range parts[:min(3, len(parts))] {
		largest = append(largest, fmt.Sprintf("%s (%d MB)", part, u.parts[part]>>20))
	}
	return fmt.Errorf("%w: %d files or more, most of them in %s: add to .gitignore what the work does not need",
		ErrTooLarge, len(u.files), strings.Join(largest, ", "))
}

// splitNUL is a bufio.SplitFunc for what is separated by NUL.
func splitNUL(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return at + 1, data[:at], nil
	}
	if atEOF && len(data) > 0 {
		return 0, nil, errors.New("git's list ends in the middle")
	}
	return 0, nil, nil
}
