package gemini

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/gemini"
	"stead/readers"
	"stead/timeline"
)

// Places yields the files of the store's sessions. See [readers.Reader].
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		projects := map[string]string{}
		for found, err := range stored(store.Root) {
			if err == nil && !mayMatch(found, query) {
				continue
			}
			if err == nil {
				err = readers.Inside(store.Root, found.Path)
			}
			if _, ok := projects[found.Slug]; !ok {
				projects[found.Slug] = format.ProjectOf(store.Root, found.Slug)
			}
			place := readers.FilePlace(store, found.Path)
			place.Project, place.Parent = projects[found.Slug], found.Parent
			if !yield(place, err) {
				return
			}
		}
	}
}

// Summaries yields the session of a file, from its head and its tail. See [readers.Reader]. It skips files without a
// conversation: the CLI creates one with the same id each time it resumes a session.
func (Reader) Summaries(ctx context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		s, err := summarize(ctx, place)
		if err != nil || s.ID != "" {
			yield(s, err)
		}
	}
}

// stored yields the store's sessions and saved chats.
func stored(root string) iter.Seq2[format.Found, error] {
	return func(yield func(format.Found, error) bool) {
		for _, all := range []iter.Seq2[format.Found, error]{format.Sessions(root), format.SavedChats(root)} {
			for found, err := range all {
				if !yield(found, err) {
					return
				}
			}
		}
	}
}

// mayMatch reports whether a file's name allows it to match the query.
func mayMatch(found format.Found, query readers.Query) bool {
	if found.Parent != "" {
		return strings.HasPrefix(filepath.Base(found.Path), query.Prefix)
	}
	if format.IsSaved(filepath.Base(found.Path)) {
		return strings.HasPrefix(format.SavedID(found.Path), query.Prefix)
	}
	return format.MayHold(filepath.Base(found.Path), query.Prefix)
}

// summarize returns a session's row. It is the zero row if the file holds no conversation, or has disappeared
// meanwhile.
func summarize(ctx context.Context, place readers.Place) (timeline.Summary, error) {
	h, err := readHead(ctx, place.Path)
	if _, gone := os.Lstat(place.Path); os.IsNotExist(gone) {
		return timeline.Summary{}, nil
	}
	if err != nil {
		return timeline.Summary{}, err
	}
	if !h.known {
		return timeline.Summary{}, fmt.Errorf("%s: %w", place.Path, adapter.ErrFormat)
	}
	if h.whole && !h.talked {
		return timeline.Summary{}, nil
	}
	return h.row(place), nil
}

func (h *head) row(place readers.Place) timeline.Summary {
	s := timeline.Summary{
		CLI: format.Name, ID: h.session, Path: place.Path, Project: place.Project, Title: h.summary, Model: h.model,
		Updated: h.info.ModTime(), Bytes: h.info.Size(), Parent: place.Parent,
	}
	if s.ID == "" {
		s.ID = filepath.Base(place.Path)
	}
	if s.Project == "" {
		s.Project = h.folder
	}
	if s.Title == "" {
		s.Title = h.prompt
	}
	if created, err := time.Parse(time.RFC3339, h.started); err == nil {
		s.Created = created
	}
	return s
}

// head holds the facts in the beginning and the end of a session.
type head struct {
	info fs.FileInfo
	// known reports that a line is of a kind that the CLI writes, talked that a line holds conversation, and whole that
	// all lines were read.
	known, talked, whole bool

	session, started, folder, model string
	// prompt is the beginning of the first prompt. summary is the title that the CLI requested from a model.
	prompt, summary string
}
