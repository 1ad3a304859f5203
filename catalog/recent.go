package catalog

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"stead/readers"
	"stead/timeline"
)

// recent yields sessions, the newest first. It reads a place only if its content can be newer than the sessions known
// so far: a CLI writes its file after the time in the last record. Files that were all written at the same time, as by
// a restored backup, are all read.
type recent struct {
	places []placed
	// known are the sessions of the places read so far.
	known byAge
	// looked are the stores; a place refers to them by index. They count only the sessions read so far.
	looked   []Looked
	warnings []error
}

// byAge is a heap of sessions with the newest on top.
type byAge []timeline.Summary

// Len implements [heap.Interface], as do the other methods.
func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return newestFirst(b[i], b[j]) < 0 }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// Push implements [heap.Interface].
func (b *byAge) Push(s any) { *b = append(*b, s.(timeline.Summary)) }

// Pop implements [heap.Interface].
func (b *byAge) Pop() any {
	last := len(*b) - 1
	s := (*b)[last]
	*b = (*b)[:last]
	return s
}

// placed is a place with its reader, the index of its store, and the time of its last write.
type placed struct {
	readers.Place
	reader  readers.Reader
	store   int
	written int64
}

// recent finds the places in the readers' stores.
func (s stores) recent(ctx context.Context, chosen []readers.Reader) (*recent, error) {
	found := &recent{}
	for _, r := range chosen {
		for _, store := range r.Discover(s.host) {
			for place, err := range r.Places(ctx, store, readers.Query{}) {
				if err != nil {
					found.warn(r, err)
					continue
				}
				found.places = append(found.places, placed{place, r, len(found.looked), written(place)})
			}
			found.looked = append(found.looked, Looked{Store: store})
		}
	}
	slices.SortStableFunc(found.places, func(a, b placed) int { return cmp.Compare(b.written, a.written) })
	return found, ctx.Err()
}

func written(p readers.Place) (last int64) {
	for _, f := range p.Files {
		last = max(last, f.Modified)
	}
	return last
}

func (x *recent) warn(r readers.Reader, err error) {
	x.warnings = append(x.warnings, fmt.Errorf("list the sessions of %s: %w", r.Info().Title, err))
}

// all yields the sessions.
func (x *recent) all(ctx context.Context) iter.Seq[timeline.Summary] {
	return func(yield func(timeline.Summary) bool) {
		for ctx.Err() == nil && len(x.places)+len(x.known) > 0 {
			if x.isNext() {
				if !yield(heap.Pop(&x.known).(timeline.Summary)) {
					return
				}
				continue
			}
			x.look(ctx, x.places[0])
			x.places = x.places[1:]
		}
	}
}

// isNext reports whether the newest known session is certainly the next one: no unread place can hold a newer one.
func (x *recent) isNext() bool {
	if len(x.known) == 0 || len(x.places) == 0 {
		return len(x.places) == 0
	}
	return x.known[0].Updated.After(time.Unix(0, x.places[0].written))
}

// look reads the sessions of a place.
func (x *recent) look(ctx context.Context, p placed) {
	for s, err := range p.reader.Summaries(ctx, p.Place) {
		if err != nil {
			x.warn(p.reader, err)
			continue
		}
		heap.Push(&x.known, s)
		if isWhole(s) {
			x.looked[p.store].Sessions++
		}
	}
}
