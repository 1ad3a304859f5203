package kimi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	format "stead/internal/format/kimi"
	"stead/readers"
	"stead/timeline"
)

// List yields the store's sessions, from the state file and the head of the wire file of each. See [readers.Reader].
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		for session, err := range sessions(store.Root, query.Prefix) {
			if ctx.Err() != nil {
				return
			}
			var s timeline.Summary
			if err == nil {
				s, err = summarize(session, query.Project)
			}
			switch {
			case err != nil:
				err = fmt.Errorf("list sessions: %w", err)
			case s.ID == "":
				continue
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// sessions yields the folders of the sessions whose id begins with prefix. What cannot be read is an error; the range goes on.
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

// folders returns the folders in a folder whose names begin with prefix. A folder that is not there has none.
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

// summarize returns a session's row: the zero row for one that is not there, has said nothing yet, or was held in another project than
// the one that is asked for.
func summarize(session, project string) (timeline.Summary, error) {
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
	dir := format.Dir(state)
	if project != "" && dir != project {
		return timeline.Summary{}, nil
	}
	h, err := readHead(path, info)
	if err != nil || h.isEmpty {
		return timeline.Summary{}, err
	}
	s := timeline.Summary{
		CLI: format.Name, ID: filepath.Base(session), Path: path, Project: dir, Title: h.title, Model: h.model,
		Created: moment(state.Get("createdAt")), Updated: moment(state.Get("updatedAt")), Bytes: info.Size(),
	}
	if title := state.Get("title").String(); strings.TrimSpace(title) != "" {
		s.Title = title
	}
	if s.Updated.IsZero() {
		s.Updated = info.ModTime()
	}
	return s, nil
}
