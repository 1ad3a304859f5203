package pi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/adapter"
	"stead/internal/format/pi"
	"stead/internal/recordtree"
	"stead/readers"
	"stead/timeline"
)

// List yields the store's sessions. See [readers.Reader]. The id is in the header, whatever the file's name.
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		paths, err := sessionFiles(store.Root, query)
		if err != nil {
			yield(timeline.Summary{}, fmt.Errorf("list sessions: %w", err))
			return
		}
		for row, err := range recordtree.Summaries(ctx, paths, format{}, describe) {
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

func describe(path string, about *recordtree.About) timeline.Summary {
	return timeline.Summary{CLI: pi.Name, ID: about.Session, Project: about.CWD, Title: about.Title(), Model: about.Model}
}

// sessionFiles returns the files of a store: of the folders of its projects, or of a folder that the user has named for all.
func sessionFiles(root string, query readers.Query) ([]string, error) {
	folder := pi.SessionsFolder(root)
	projects, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return filesOf(root)
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, project := range projects {
		if query.Project != "" && project.Name() != pi.ProjectFolder(query.Project) {
			continue
		}
		files, err := filesOf(filepath.Join(folder, project.Name()))
		if err != nil {
			continue // a file beside the folders
		}
		paths = append(paths, files...)
	}
	return paths, nil
}

func filesOf(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var paths []string
	for _, file := range files {
		// Opening a pipe would wait for whoever writes into it.
		isFile := file.Type().IsRegular() || file.Type()&fs.ModeSymlink != 0
		if isFile && filepath.Ext(file.Name()) == pi.Extension {
			paths = append(paths, filepath.Join(folder, file.Name()))
		}
	}
	return paths, err
}
