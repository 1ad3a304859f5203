package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"sync"

	"stead/catalog"
	"stead/orchestrator/delivery"
	"stead/timeline"
)

// mostReadings is how many sessions are kept ready. Of each, memory holds where its entries lie in a file: 8 bytes an entry.
const mostReadings = 16

// reading is a session whose entries were written into a file, one after the other, so that any page of it is one look at that file.
type reading struct {
	// revision tells two states of the session apart.
	revision string
	file     *os.File
	// ends are where the entries end in the file.
	ends []int64
	// lines are how many lines each takes: see [Shape].
	lines []uint16
	turns int
	// active counts the entries of the conversation that goes on.
	active int
	usage  timeline.Usage
	header timeline.Header
	// children are the headers of the sub-agents' sessions.
	children []timeline.Header
	fit      fit
}

// fit is how much of its CLI's window a session takes, once somebody has asked.
type fit struct {
	access sync.Mutex
	known  *delivery.Fit
}

// of returns it. What measure cannot tell is nil.
func (f *fit) of(measure func() (delivery.Fit, error)) *delivery.Fit {
	f.access.Lock()
	defer f.access.Unlock()
	if f.known != nil {
		return f.known
	}
	measured, err := measure()
	if err != nil {
		return nil
	}
	f.known = &measured
	return f.known
}

// readings are the sessions that were read last. It is safe for use by several goroutines.
type readings struct {
	folder string
	access sync.Mutex
	// slots are by the session's full reference, order from the one that was asked for longest ago.
	slots map[string]*slot
	order []string
}

// slot is where one session's reading is kept. Whoever has its turn may replace it.
type slot struct {
	turn chan struct{}
	read *reading
}

func newReadings(folder string) readings { return readings{folder: folder, slots: map[string]*slot{}} }

func (r *readings) close() {
	r.access.Lock()
	defer r.access.Unlock()
	for _, s := range r.slots {
		s.turn <- struct{}{} // whoever reads has the end
		if s.read != nil {
			s.read.file.Close()
		}
	}
	r.slots, r.order = map[string]*slot{}, nil
}

// slot returns where a session's reading is kept. The one that nobody has asked for longest makes room: its file is closed when the last page of it was
// read, by the garbage collector.
func (r *readings) slot(reference string) *slot {
	r.access.Lock()
	defer r.access.Unlock()
	for i, known := range r.order {
		if known == reference {
			r.order = append(append(r.order[:i:i], r.order[i+1:]...), reference)
			return r.slots[reference]
		}
	}
	if len(r.order) == mostReadings {
		delete(r.slots, r.order[0])
		r.order = r.order[1:]
	}
	s := &slot{turn: make(chan struct{}, 1)}
	r.slots[reference] = s
	r.order = append(r.order, reference)
	return s
}

// of returns the reading of a session as it is now. Who asks for one that is being read waits for that.
func (r *readings) of(ctx context.Context, asked located) (*reading, error) {
	s := r.slot(asked.source.Reference())
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.read != nil && s.read.revision == asked.revision {
		return s.read, nil
	}
	fresh, err := read(ctx, asked.source, r.folder)
	if err != nil {
		return nil, err
	}
	fresh.revision = asked.revision
	s.read = fresh
	return fresh, nil
}

// revisionOf tells two states of a session apart, by what its store tells of it.
func revisionOf(s timeline.Summary) string {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%s %d %d", s.Path, s.Bytes, s.Updated.UnixNano()) // a hash takes all
	return fmt.Sprintf("%016x", hash.Sum64())
}

// read reads a session from its beginning to its end.
func read(ctx context.Context, source catalog.Source, folder string) (*reading, error) {
	stream, err := source.Open(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(folder, "pages-*")
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name()) // whatever happens, it goes with this process
	r := &reading{file: file, header: stream.Header}
	for _, child := range stream.Children {
		r.children = append(r.children, child.Header)
	}
	if err := r.fill(ctx, stream); err != nil {
		file.Close()
		return nil, fmt.Errorf("read %s: %w", source.Reference(), err)
	}
	return r, nil
}

// full is how much is written at once, in bytes.
const full = 1 << 20

// fill writes the entries that people see into the file.
func (r *reading) fill(ctx context.Context, stream timeline.Stream) error {
	var waiting []byte
	end := int64(0)
	flush := func() error {
		_, err := r.file.Write(waiting)
		waiting = waiting[:0]
		return err
	}
	err := stream.Each(ctx, func(e *timeline.Entry) error {
		if e.Hidden {
			return nil
		}
		shown := r.next(e)
		r.lines = append(r.lines, shown.lines())
		line, err := json.Marshal(shown)
		if err != nil {
			return err
		}
		waiting = append(waiting, line...)
		end += int64(len(line))
		r.ends = append(r.ends, end)
		if len(waiting) < full {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// next returns an entry with its place.
func (r *reading) next(e *timeline.Entry) Entry {
	if e.StartsTurn() {
		r.turns++
	}
	if e.Usage != nil {
		r.usage = r.usage.Add(*e.Usage)
	}
	shown := asEntry(e)
	shown.Number, shown.Turn = len(r.ends), r.turns
	if e.Active() {
		r.active++
		shown.Active = r.active
	}
	return shown
}

// begin returns where an entry begins in the file.
func (r *reading) begin(n int) int64 {
	if n == 0 {
		return 0
	}
	return r.ends[n-1]
}

// page returns the entries from one on, so many at most and of so many bytes, but at least one.
func (r *reading) page(from, limit int, most int64) ([]Entry, error) {
	to := min(from+limit, len(r.ends))
	for to > from+1 && r.ends[to-1]-r.begin(from) > most {
		to--
	}
	items := make([]Entry, max(0, to-from))
	if len(items) == 0 {
		return items, nil
	}
	text := make([]byte, r.ends[to-1]-r.begin(from))
	if _, err := r.file.ReadAt(text, r.begin(from)); err != nil {
		return nil, fmt.Errorf("read a page: %w", err)
	}
	for i := range items {
		first, end := r.begin(from+i)-r.begin(from), r.ends[from+i]-r.begin(from)
		if err := json.Unmarshal(text[first:end], &items[i]); err != nil {
			return nil, fmt.Errorf("read a page: %w", err)
		}
	}
	return items, nil
}
