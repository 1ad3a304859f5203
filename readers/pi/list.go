package pi

import (
	"context"
	"iter"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/internal/format/pi"
	"stead/internal/recordtree"
	"stead/internal/treereader"
	"stead/readers"
	"stead/timeline"
)

func describe(path string, about *recordtree.About) timeline.Summary {
	return timeline.Summary{CLI: pi.Name, ID: about.Session, Project: about.CWD, Title: about.Title(), Model: about.Model}
}

// List yields the store's sessions. See [readers.Reader]. The id is in the header, whatever the file's name.
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	paths, err := sessionFiles(store.Root, query)
	if err != nil {
		return treereader.Failed(err)
	}
	return treereader.List(ctx, paths, query, format{}, describe)
}

// sessionFiles returns the files of a store: of the folders of its projects, or of a folder that the user has named for all.
func sessionFiles(root string, query readers.Query) ([]string, error) {
	isSession := func(name string) bool { return filepath.Ext(name) == pi.Extension }
	folder, project := pi.SessionsFolder(root), ""
	if !isFolder(folder) {
		return treereader.FilesIn(root, isSession)
	}
	if query.Project != "" {
		project = pi.ProjectFolder(query.Project)
	}
	return treereader.Files(folder, project, "", isSession)
}
