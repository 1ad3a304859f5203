package reading

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"

	"stead/catalog"
	"stead/timeline"
)

// mostReadings is the number of sessions kept ready. For each, memory holds the offsets of its entries in a file: 8
// bytes per entry.
const mostReadings = 16

// Recent holds the most recently read sessions. It is safe for concurrent use.
type Recent struct {
	folder string
	access sync.Mutex
	// slots is keyed by the session's full reference. Order lists the keys, the least recently used first.
	slots map[string]*slot
	order []string
}

// slot holds one session's reading. The holder of its turn may replace the reading.
type slot struct {
	turn chan struct{}
	read *Reading
}

// New returns an empty Recent that keeps its files in folder.
func New(folder string) *Recent { return &Recent{folder: folder, slots: map[string]*slot{}} }

// Close forgets all sessions.
func (h *Recent) Close() {
	h.access.Lock()
	defer h.access.Unlock()
	for _, s := range h.slots {
		s.turn <- struct{}{} // wait for the current reader
		if s.read != nil {
			s.read.file.Close()
		}
	}
	h.slots, h.order = map[string]*slot{}, nil
}

// slot returns the slot of a session. The least recently used slot makes room; the garbage collector closes its file
// after the last page of it was read.
func (h *Recent) slot(reference string) *slot {
	h.access.Lock()
	defer h.access.Unlock()
	for i, known := range h.order {
		if known == reference {
			h.order = append(append(h.order[:i:i], h.order[i+1:]...), reference)
			return h.slots[reference]
		}
	}
	if len(h.order) == mostReadings {
		delete(h.slots, h.order[0])
		h.order = h.order[1:]
	}
	s := &slot{turn: make(chan struct{}, 1)}
	h.slots[reference] = s
	h.order = append(h.order, reference)
	return s
}

// State is a session in its current state.
type State struct {
	Source catalog.Source
	// Revision tells this state from others of the session.
	Revision string
}

// Of returns the reading of a session in its current state. A caller that asks for a session that is being read waits
// for that reading. Errors are those of [catalog.Source.Open].
func (h *Recent) Of(ctx context.Context, asked State) (*Reading, error) {
	s := h.slot(asked.Source.Reference())
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.read != nil && s.read.Revision == asked.Revision {
		return s.read, nil
	}
	fresh, err := read(ctx, asked.Source, h.folder)
	if err != nil {
		return nil, err
	}
	fresh.Revision = asked.Revision
	s.read = fresh
	return fresh, nil
}

// Revision tells two states of a session apart, using the facts that its store reports.
func Revision(s timeline.Summary) string {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%s %d %d", s.Path, s.Bytes, s.Updated.UnixNano()) // a hash accepts all writes
	return fmt.Sprintf("%016x", hash.Sum64())
}
