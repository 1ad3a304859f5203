package pi

import (
	"context"
	"iter"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/adapters/pi"
	"stead/internal/adapt/recordtree"
	"stead/internal/adapt/treereader"
	"stead/readers"
	"stead/timeline"
)

func describe(path string, about *recordtree.About) timeline.Summary {
	return timeline.Summary{CLI: pi.Name, ID: about.Session, Project: about.CWD, Title: about.Title(),
		Model: about.Model, ForkedFrom: pi.SessionID(about.Parent)}
}

// Places yields the files of the store's sessions: those in the folders of its projects, or in the folder that the user
// chose for all sessions. See [readers.Reader]. The id is in the header, whatever the file's name.
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	isSession := func(name string) bool { return filepath.Ext(name) == pi.Extension }
	folder := pi.SessionsFolder(store.Root)
	if !isFolder(folder) {
		return treereader.FilesIn(store, store.Root, isSession)
	}
	l := treereader.Layout{Projects: folder, IsSession: isSession}
	if query.Project != "" {
		l.Project = pi.ProjectFolder(query.Project)
	}
	return l.Places(store)
}

// Summaries yields the session of a file. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return treereader.Summaries(place.Path, format{}, describe)
}
