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
	format "stead/internal/format/gemini"
	"stead/readers"
	"stead/timeline"
)

// List yields the store's sessions, from the head and the tail of each. See [readers.Reader]. Files without a conversation are left out:
// the CLI makes one with the same id each time it resumes a session.
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		projects := map[string]string{}
		for found, err := range format.Sessions(store.Root) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && !mayMatch(found, query) {
				continue
			}
			if err == nil {
				err = readers.Inside(store.Root, found.Path)
			}
			if err != nil {
				if !yield(timeline.Summary{}, fmt.Errorf("list sessions: %w", err)) || ctx.Err() != nil {
					return
				}
				continue
			}
			if _, ok := projects[found.Slug]; !ok {
				projects[found.Slug] = format.ProjectOf(store.Root, found.Slug)
			}
			s, err := summarize(ctx, found, projects[found.Slug])
			if err == nil && (s.ID == "" || !matches(s, query)) {
				continue
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// mayMatch tells by the names alone whether a file is worth opening.
func mayMatch(found format.Found, query readers.Query) bool {
	if found.Parent != "" {
		return strings.HasPrefix(filepath.Base(found.Path), query.Prefix)
	}
	return format.MayHold(filepath.Base(found.Path), query.Prefix)
}

func matches(s timeline.Summary, query readers.Query) bool {
	return strings.HasPrefix(s.ID, query.Prefix) && (query.Project == "" || s.Project == query.Project)
}

// summarize returns a session's row: the zero row when it holds no conversation, or has vanished meanwhile.
func summarize(ctx context.Context, found format.Found, project string) (timeline.Summary, error) {
	h, err := readHead(ctx, found.Path)
	if _, gone := os.Lstat(found.Path); os.IsNotExist(gone) {
		return timeline.Summary{}, nil
	}
	if err != nil {
		return timeline.Summary{}, fmt.Errorf("list sessions: %w", err)
	}
	if !h.known {
		return timeline.Summary{}, fmt.Errorf("list sessions: %s: %w", found.Path, adapter.ErrFormat)
	}
	if h.whole && !h.talked {
		return timeline.Summary{}, nil
	}
	return h.row(found, project), nil
}

func (h *head) row(found format.Found, project string) timeline.Summary {
	s := timeline.Summary{
		CLI: format.Name, ID: h.session, Path: found.Path, Project: project, Title: h.summary, Model: h.model,
		Updated: h.info.ModTime(), Bytes: h.info.Size(), Parent: found.Parent,
	}
	if s.ID == "" {
		s.ID = filepath.Base(found.Path)
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

// head is what the beginning and the end of a session tell.
type head struct {
	info fs.FileInfo
	// known is set when a line was of a kind that the CLI writes, talked when one holds conversation, whole when all were looked at.
	known, talked, whole bool

	session, started, folder, model string
	// prompt is the beginning of the first prompt, summary the title that the CLI had a model make.
	prompt, summary string
}
