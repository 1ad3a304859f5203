package setup

import (
	"context"
	"path/filepath"
	"sync"

	"stead/adapters"
	"stead/catalog/index"
	"stead/catalog/origin"
	"stead/catalog/search"
	"stead/timeline"
)

// Index opens the index of all sessions, which is closed with the process. Errors are those of [index.Open].
func (s *Setup) Index(ctx context.Context) (*index.Index, error) {
	origins := sync.OnceValues(func() (*origin.Origins, error) { return origin.Read(ctx, s.Origin()) })
	var asked sync.Mutex // by several goroutines, while sessions are read
	x, err := index.Open(ctx, filepath.Join(s.Config.Folders.State, index.FileName), index.Options{
		Readers: adapters.ReadersWith(s.Config.Folders.Data), Host: s.Host,
		Delivered: func(t timeline.Summary) (after, upTo int) {
			asked.Lock()
			defer asked.Unlock()
			known, err := origins()
			if err != nil {
				return 0, 0
			}
			from := known.Of(t)
			return from.After, from.Lines
		},
	})
	if err != nil {
		return nil, err
	}
	s.process.OnClose(func() { _ = x.Close() }) // what it holds is written
	return x, nil
}

// Searcher returns what searches all sessions: by an index, or without one where that is nil.
func (s *Setup) Searcher(x *index.Index) *search.Searcher {
	return &search.Searcher{Readers: adapters.ReadersWith(s.Config.Folders.Data), Host: s.Host, Index: x, Semantic: s.semantic()}
}
