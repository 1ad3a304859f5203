package entry

import (
	"sync"

	"stead/timeline"
)

// Seen is an entry of a session with the value that was computed from it, or the error of the stream.
type Seen[T any] struct {
	Entry *timeline.Entry
	Of    T
	Err   error
}

// Through yields the entries of a session in order, each with the value that look returns for it. One goroutine reads
// the session, and another one calls look. Both run a little ahead of the caller's iteration, and both have ended when
// the iteration ends.
func Through[T any](all func(func(*timeline.Entry, error) bool),
	look func(*timeline.Entry) T) func(func(Seen[T]) bool) {
	return func(yield func(Seen[T]) bool) {
		read, seen := make(chan []Seen[T], 1), make(chan []Seen[T], 1)
		stop := make(chan struct{})
		var running sync.WaitGroup
		running.Go(func() { defer close(read); readInto(read, stop, all) })
		running.Go(func() {
			defer close(seen)
			for batch := range read {
				for i := range batch {
					if batch[i].Err == nil {
						batch[i].Of = look(batch[i].Entry)
					}
				}
				if !send(seen, stop, batch) {
					return
				}
			}
		})
		defer running.Wait()
		defer close(stop)
		for batch := range seen {
			for _, s := range batch {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// readInto reads a session and sends it in batches.
func readInto[T any](to chan<- []Seen[T], stop <-chan struct{}, all func(func(*timeline.Entry, error) bool)) {
	var batch []Seen[T]
	size := 0
	for e, err := range all {
		batch = append(batch, Seen[T]{Entry: e, Err: err})
		if size += weight(e); size < fullBatch && err == nil {
			continue
		}
		if !send(to, stop, batch) {
			return
		}
		batch, size = nil, 0
	}
	send(to, stop, batch)
}

// send reports whether a receiver accepted the batch.
func send[T any](to chan<- T, stop <-chan struct{}, batch T) bool {
	select {
	case to <- batch:
		return true
	case <-stop:
		return false
	}
}

// weight returns the approximate size of an entry in bytes.
func weight(e *timeline.Entry) int {
	if e == nil {
		return 0
	}
	return 256 + e.Content.Len() + e.Thinking.Len() + e.Output.Len() + len(e.Input)
}
