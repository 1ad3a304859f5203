package compare

import (
	"path/filepath"
	"slices"
	"strings"
)

// within returns a path relative to the session's folder if it is inside. Sessions in two worktrees then have the same
// name for the same file.
func within(folder, path string) string {
	if folder == "" || !filepath.IsAbs(path) {
		return strings.Clone(filepath.Clean(path))
	}
	if inside, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(inside) {
		return inside
	}
	return filepath.Clean(path)
}

// touched returns which session changed which files.
func touched(left, right []*Turn) Files {
	mine, theirs := changed(left), changed(right)
	files := Files{Left: []string{}, Right: []string{}, Both: []string{}}
	for _, file := range mine {
		if _, ok := slices.BinarySearch(theirs, file); ok {
			files.Both = append(files.Both, file)
		} else {
			files.Left = append(files.Left, file)
		}
	}
	for _, file := range theirs {
		if _, ok := slices.BinarySearch(mine, file); !ok {
			files.Right = append(files.Right, file)
		}
	}
	return files
}

// changed returns the files that the turns changed, sorted.
func changed(turns []*Turn) []string {
	var files []string
	for _, t := range turns {
		files = append(files, t.Changed...)
	}
	slices.Sort(files)
	return slices.Compact(files)
}
