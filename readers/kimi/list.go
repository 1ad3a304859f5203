package kimi

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/readers"
	"stead/timeline"
)

// Places yields the folders of the store's sessions. See [readers.Reader].
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		for session, err := range sessions(store.Root, query.Prefix) {
			if !yield(placeOf(store, session), err) {
				return
			}
		}
	}
}

func placeOf(store adapter.Store, session string) readers.Place {
	place := readers.FilePlace(store, format.WirePath(session, format.MainAgent), format.StatePath(session))
	place.Files = append(place.Files, readers.LookIn(format.AgentsFolder(session), 1)...)
	return place
}

// Summaries yields a session, from its state file and the head of its wire file. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		session, _ := format.SessionOf(place.Path)
		s, err := summarize(session)
		if err != nil || s.ID != "" {
			yield(s, err)
		}
	}
}

// sessions yields the folders of the sessions whose id begins with prefix. It yields an error for each folder that it
// cannot read, and continues.
func sessions(root, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		projects, err := folders(format.SessionsFolder(root), "")
		if err != nil && !yield("", err) {
			return
		}
		for _, project := range projects {
			if strings.HasPrefix(filepath.Base(project), ".") {
				continue // the CLI's own index
			}
			found, err := folders(project, prefix)
			if err != nil && !yield("", err) {
				return
			}
			for _, session := range found {
				if !yield(session, readers.Inside(root, format.WirePath(session, format.MainAgent))) {
					return
				}
			}
		}
	}
}

// folders returns the folders in a folder whose names begin with prefix. It returns none if the folder does not exist.
func folders(folder, prefix string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found []string
	for _, entry := range entries {
		isFolder := entry.IsDir() || entry.Type()&fs.ModeSymlink != 0
		if isFolder && strings.HasPrefix(entry.Name(), prefix) {
			found = append(found, filepath.Join(folder, entry.Name()))
		}
	}
	return found, err
}

// summarize returns a session's row. It is the zero row if the session does not exist, or holds no conversation yet.
func summarize(session string) (timeline.Summary, error) {
	path := format.WirePath(session, format.MainAgent)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return timeline.Summary{}, nil
	}
	if err != nil {
		return timeline.Summary{}, err
	}
	state, err := format.ReadState(session)
	if err != nil {
		return timeline.Summary{}, err
	}
	h, err := readHead(path, info)
	if err != nil || h.isEmpty {
		return timeline.Summary{}, err
	}
	s := timeline.Summary{
		CLI: format.Name, ID: filepath.Base(session), Path: path, Project: format.Dir(state), Title: h.title, Model: h.model,
		Created: moment(state.Get("createdAt")), Updated: moment(state.Get("updatedAt")), Bytes: info.Size(),
		ForkedFrom: state.Get("forkedFrom").String(),
	}
	if title := state.Get("title").String(); strings.TrimSpace(title) != "" {
		s.Title = title
	}
	if s.Updated.IsZero() {
		s.Updated = info.ModTime()
	}
	return s, nil
}
