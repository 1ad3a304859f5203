package claude

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync"

	"stead/adapters/adapter"
	"stead/adapters/claude"
	"stead/internal/adapt/treereader"
	"stead/readers"
	"stead/timeline"
)

// Places yields the files of the store's sessions, filtered by name as far as possible. See [readers.Reader].
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	l := treereader.Layout{Projects: claude.ProjectsFolder(store.Root), ID: idOf, Agents: claude.AgentsFolder}
	if query.Project != "" {
		l.Project = claude.ProjectFolder(query.Project)
	}
	l.IsSession = func(name string) bool {
		id, isSession := strings.CutSuffix(name, claude.Extension)
		return isSession && claude.IsSessionID(id) && strings.HasPrefix(id, query.Prefix)
	}
	return l.Places(store)
}

// lookers reuse their memory from one file to the next.
var lookers = sync.Pool{New: func() any { return new(looker) }}

// Summaries yields the session of a file. See [readers.Reader]. Like the CLI, it skips an empty file.
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		l := lookers.Get().(*looker)
		s, err := l.summarize(place.Path)
		lookers.Put(l)
		if !errors.Is(err, adapter.ErrEmpty) {
			yield(s, err)
		}
	}
}
