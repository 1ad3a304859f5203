package treereader

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/recordtree"
	"stead/internal/regular"
	"stead/readers"
	"stead/timeline"
)

// List yields what describe makes of each of the files, as far as the query asks for it. See [recordtree.Summaries].
func List(
	ctx context.Context, paths []string, query readers.Query, format recordtree.Format,
	describe func(path string, about *recordtree.About) timeline.Summary,
) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		for row, err := range recordtree.Summaries(ctx, paths, format, describe) {
			isOther := query.Project != "" && row.Project != query.Project || !strings.HasPrefix(row.ID, query.Prefix)
			if err == nil && isOther {
				continue
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// Failed yields an error instead of a list.
func Failed(err error) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		yield(timeline.Summary{}, fmt.Errorf("list sessions: %w", err))
	}
}

// Files returns the session files of a store in which each project has a folder below projects, and its sessions lie in sub below that. Project
// is the name of the one project that is asked for; an empty one asks for all. No store has no files.
func Files(projects, project, sub string, isSession func(name string) bool) ([]string, error) {
	folders, err := os.ReadDir(projects)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, folder := range folders {
		if project != "" && folder.Name() != project {
			continue
		}
		files, err := FilesIn(filepath.Join(projects, folder.Name(), sub), isSession)
		if err != nil {
			continue // a file beside the folders
		}
		paths = append(paths, files...)
	}
	return paths, nil
}

// FilesIn returns the session files in a folder, which need not exist.
func FilesIn(folder string, isSession func(name string) bool) ([]string, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var paths []string
	for _, file := range files {
		if regular.IsEntry(file) && isSession(file.Name()) {
			paths = append(paths, filepath.Join(folder, file.Name()))
		}
	}
	return paths, err
}
