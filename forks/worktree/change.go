package worktree

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"stead/forks/worktree/git"
	"stead/internal/sys/dirs"
)

// Change is what happened to one file between two commits.
type Change struct {
	// Path is the file's, with slashes, from the top of the working tree. Old is what it was before when it was renamed.
	Path string `json:"path"`
	Old  string `json:"old,omitempty"`
	// Status is git's letter: A added, M modified, D deleted, R renamed, T of another type.
	Status string `json:"status"`
	// Added and Deleted count lines. They are 0 for a binary file.
	Added   int  `json:"added"`
	Deleted int  `json:"deleted"`
	Binary  bool `json:"binary,omitempty"`
	// Mode says that the file was made executable or is so no more.
	Mode bool `json:"mode,omitempty"`
	// Module says that it is a module of which only the commit is known that it points to.
	Module bool `json:"module,omitempty"`
}

// moduleMode is the mode of what points to a commit of another repository.
const moduleMode = "160000"

// Changes lists what happened between two commits of a repository as Snapshot.Repository names it, renames found, those
// in its modules with their folder before the path.
func Changes(ctx context.Context, repository, from, to string) ([]Change, error) {
	return changesIn(ctx, git.At(ctx, repository), from, to)
}

// changesIn does what Changes does, below some paths or everywhere.
func changesIn(ctx context.Context, g git.Dir, from, to string, paths ...string) ([]Change, error) {
	arguments := compare("-z", "-M", "--raw", "--no-abbrev", "--numstat", "--end-of-options", from, to)
	list, err := g.List(ctx, append(arguments, literally(paths)...)...)
	if err != nil {
		return nil, fmt.Errorf("list what was changed: %w", err)
	}
	changes := make([]Change, 0, len(list)/2)
	for _, r := range parseRaw(list) {
		if r.Module {
			changes = append(changes, moduleChanges(ctx, g, r)...)
			continue
		}
		changes = append(changes, r.Change)
	}
	return changes, nil
}

// compare returns the command that compares two trees, with all of their modules, whatever the user has git ignore of
// these.
func compare(options ...string) []string {
	return append([]string{"diff-tree", "-r", "--no-commit-id", "--ignore-submodules=none"}, options...)
}

// changed lists the changes between two trees, renamed files as one that is gone and one that is new, modules as what
// they point to.
func changed(ctx context.Context, g git.Dir, from, to string) ([]raw, error) {
	list, err := g.List(ctx, compare("-z", "--no-renames", "--raw", "--no-abbrev", "--end-of-options", from, to)...)
	return parseRaw(list), err
}

// moduleChanges returns the changes in a module, or that of where it points to when its commits are not here.
func moduleChanges(ctx context.Context, g git.Dir, r raw) []Change {
	inner := filepath.Join(g.Path, filepath.FromSlash(r.Path))
	if r.Status != "M" || !dirs.IsRepository(inner) {
		return []Change{r.Change}
	}
	changes, err := Changes(ctx, inner, r.from, r.to)
	if err != nil {
		return []Change{r.Change}
	}
	for i, c := range changes {
		changes[i].Path = r.Path + "/" + c.Path
		if c.Old != "" {
			changes[i].Old = r.Path + "/" + c.Old
		}
	}
	return changes
}

// raw is a change with the objects before and after it, and the mode after it.
type raw struct {
	Change
	from, to, mode string
}

// parseRaw reads git diff-tree --raw --numstat -z: all changes, then their numbers in the same order.
func parseRaw(list []string) []raw {
	var changes []raw
	for len(list) > 0 && strings.HasPrefix(list[0], ":") {
		about := strings.Fields(list[0][1:]) // the modes and objects before and after, and the letter
		if len(about) < 5 || len(list) < 2 {
			return changes
		}
		c := raw{from: about[2], to: about[3], mode: about[1], Change: Change{Status: about[4][:1], Path: list[1]}}
		c.Module = about[0] == moduleMode || about[1] == moduleMode
		c.Mode = c.Status != "A" && c.Status != "D" && about[0] != about[1]
		list = list[2:]
		if (c.Status == "R" || c.Status == "C") && len(list) > 0 {
			c.Old, c.Path, list = c.Path, list[0], list[1:]
		}
		changes = append(changes, c)
	}
	addNumbers(changes, list)
	return changes
}

// addNumbers reads "added TAB deleted TAB path", or for a renamed file the same without a path and then both.
func addNumbers(changes []raw, list []string) {
	for i := range changes {
		if len(list) == 0 {
			return
		}
		numbers := strings.SplitN(list[0], "\t", 3)
		list = list[1:]
		if len(numbers) < 3 {
			return
		}
		c := &changes[i]
		c.Binary = numbers[0] == "-"
		c.Added, _ = strconv.Atoi(numbers[0]) // "-" is 0
		c.Deleted, _ = strconv.Atoi(numbers[1])
		if numbers[2] == "" {
			list = list[min(2, len(list)):]
		}
	}
}

// Diff writes the difference of two commits as a unified diff, that of modules within it. Paths bound it to these files
// and folders.
func Diff(ctx context.Context, repository, from, to string, w io.Writer, paths ...string) error {
	return diffIn(ctx, git.At(ctx, repository), from, to, w, paths...)
}

func diffIn(ctx context.Context, g git.Dir, from, to string, w io.Writer, paths ...string) error {
	arguments := compare("-p", "-M", "--submodule=diff", "--end-of-options", from, to)
	if err := g.Run(ctx, nil, w, append(arguments, literally(paths)...)...); err != nil {
		return fmt.Errorf("show the difference: %w", err)
	}
	return nil
}

// literally returns the arguments that bound a command to files and folders.
func literally(paths []string) []string {
	arguments := []string{"--"}
	for _, path := range paths {
		arguments = append(arguments, ":(literal)"+path)
	}
	return arguments
}
