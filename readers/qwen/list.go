package qwen

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
	"stead/internal/format/qwen"
	"stead/internal/recordtree"
	"stead/readers"
	"stead/timeline"
)

// List yields the store's sessions. See [readers.Reader].
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		paths, err := sessionFiles(store, query)
		if err != nil {
			yield(timeline.Summary{}, err)
			return
		}
		for row, err := range recordtree.Summaries(ctx, paths, format{}, describe) {
			if err == nil && query.Project != "" && row.Project != query.Project {
				continue
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

func describe(path string, about *recordtree.About) timeline.Summary {
	id, _ := qwen.SessionID(path)
	return timeline.Summary{
		CLI: qwen.Name, ID: id, Project: about.CWD, Branch: about.GitBranch,
		Title: about.Title(), Model: about.Model, Version: about.Version,
	}
}

// sessionFiles returns the paths of the store's sessions, as far as names can narrow them.
func sessionFiles(store adapter.Store, query readers.Query) ([]string, error) {
	projects := qwen.ProjectsFolder(store.Root)
	folders, err := os.ReadDir(projects)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var paths []string
	for _, folder := range folders {
		if query.Project != "" && folder.Name() != qwen.ProjectFolder(query.Project) {
			continue
		}
		files, err := os.ReadDir(filepath.Join(projects, folder.Name(), "chats"))
		if err != nil {
			continue // a project without sessions, or a file beside the folders
		}
		for _, file := range files {
			id, isSession := qwen.SessionID(file.Name())
			if isSession && isFile(file) && strings.HasPrefix(id, query.Prefix) {
				paths = append(paths, filepath.Join(projects, folder.Name(), "chats", file.Name()))
			}
		}
	}
	return paths, nil
}

// isFile reports whether an entry is a file or a link: opening a pipe would wait for whoever writes into it.
func isFile(entry fs.DirEntry) bool {
	return entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0
}
