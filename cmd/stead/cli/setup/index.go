package setup

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"stead/adapters"
	"stead/catalog/index"
	"stead/catalog/origin"
	"stead/catalog/search"
	"stead/timeline"
)

// Index provides the index of all sessions, and searches with it.
type Index struct {
	setup   *Setup
	opening sync.Mutex
	index   *index.Index
}

// Open opens the index, once. It is closed with the process. Errors are those of [index.Open]; the next call tries
// again.
func (ix *Index) Open(ctx context.Context) (*index.Index, error) {
	ix.opening.Lock()
	defer ix.opening.Unlock()
	if ix.index != nil {
		return ix.index, nil
	}
	x, err := index.Open(ctx, filepath.Join(ix.setup.Config.Folders.State, index.FileName), ix.options())
	if err != nil {
		return nil, err
	}
	ix.index = x
	ix.setup.process.OnClose(func() { _ = x.Close() }) // everything is already written
	return x, nil
}

// options returns the options of the index.
func (ix *Index) options() index.Options {
	return index.Options{Readers: adapters.ReadersWith(ix.setup.Config.Folders.Data), Host: ix.setup.Host,
		Delivered: ix.delivered}
}

// Watch calls do now, and again whenever something was written to a store of sessions. See [index.Options.Watch].
func (ix *Index) Watch(ctx context.Context, do func()) error { return ix.options().Watch(ctx, do) }

// delivered returns a function that reports which records of a session stead has written. It uses the data from the
// time of its first call.
func (ix *Index) delivered(ctx context.Context) func(timeline.Summary) (after, upTo int) {
	origins := sync.OnceValues(func() (*origin.Origins, error) { return origin.Read(ctx, ix.setup.Origin()) })
	var asked sync.Mutex // several goroutines ask while sessions are read
	return func(t timeline.Summary) (after, upTo int) {
		asked.Lock()
		defer asked.Unlock()
		known, err := origins()
		if err != nil {
			return 0, 0
		}
		from := known.Of(t)
		return from.After, from.Lines
	}
}

// Searcher returns a searcher for all sessions. It uses the index x, or none if x is nil.
func (ix *Index) Searcher(x *index.Index) *search.Searcher {
	return &search.Searcher{Readers: adapters.ReadersWith(ix.setup.Config.Folders.Data), Host: ix.setup.Host, Index: x,
		Semantic: ix.semantic()}
}

// SearchWithin searches the index after updating it for at most the given time: the first time, there may be gigabytes
// to read. Progress, which may be nil, is told how many bytes were read. The result contains a warning if something may
// be missing. Errors are those of [search.Searcher.Search].
func (ix *Index) SearchWithin(ctx context.Context, x *index.Index, time time.Duration, q search.Query, limit int,
	progress func(done, total int64)) (search.Result, error) {
	reading, stop := context.WithTimeout(ctx, time)
	found, err := ix.Searcher(x).Fresh(reading, q, limit, progress)
	stop()
	if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return found, err
	}
	found, err = ix.Searcher(x).Search(ctx, q, limit)
	found.Incomplete = true
	found.Warnings = append(found.Warnings,
		errors.New("not all sessions could be read in time: search again for what is missing"))
	return found, err
}
