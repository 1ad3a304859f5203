package reading

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"

	"stead/catalog"
	"stead/timeline"
)

// mostReadings is how many sessions are kept ready. Of each, memory holds where its entries lie in a file: 8 bytes an
// entry.
const mostReadings = 16

// Recent holds the sessions that were read last. It is safe for use by several goroutines.
type Recent struct {
	folder string
	access sync.Mutex
	// slots are by the session's full reference, order from the one that was asked for longest ago.
	slots map[string]*slot
	order []string
}

// slot is where one session's reading is kept. Whoever has its turn may replace it.
type slot struct {
	turn chan struct{}
	read *Reading
}

// New returns one without sessions, whose files lie in a folder.
func New(folder string) *Recent { return &Recent{folder: folder, slots: map[string]*slot{}} }

// Close forgets all sessions.
func (h *Recent) Close() {
	h.access.Lock()
	defer h.access.Unlock()
	for _, s := range h.slots {
		s.turn <- struct{}{} // whoever reads has the end
		if s.read != nil {
			s.read.file.Close()
		}
	}
	h.slots, h.order = map[string]*slot{}, nil
}

// slot returns where a session's reading is kept. The one that nobody has asked for longest makes room: its file is
// closed when the last page of it was read, by the garbage collector.
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

// State is a session as it is now.
type State struct {
	Source catalog.Source
	// Revision tells this state from others of the session.
	Revision string
}

// Of returns the reading of a session as it is now. Who asks for one that is being read waits for that. Errors are
// those of [catalog.Source.Open].
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

// Revision tells two states of a session apart, by what its store tells of it.
func Revision(s timeline.Summary) string {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%s %d %d", s.Path, s.Bytes, s.Updated.UnixNano()) // a hash takes all
	return fmt.Sprintf("%016x", hash.Sum64())
}
