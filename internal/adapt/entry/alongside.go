package entry

import "stead/timeline"

// Looker inspects the entries of a session in order, in its own goroutine, so that nobody waits for what is only
// counted or searched. No one changes an entry after a stream has yielded it ([timeline.Stream]).
type Looker struct {
	batches chan []*timeline.Entry
	done    chan struct{}
	batch   []*timeline.Entry
	size    int
}

// fullBatch is the size, in bytes of bodies, at which a batch is handed over. An entry prevents the reuse of the file
// chunk that holds it, so only few entries are in transit at a time.
const fullBatch = 64 << 10

// Look starts a goroutine that calls look with each added entry. [Looker.Wait] ends it.
func Look(look func(*timeline.Entry)) *Looker {
	l := &Looker{batches: make(chan []*timeline.Entry, 1), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		for batch := range l.batches {
			for _, e := range batch {
				look(e)
			}
		}
	}()
	return l
}

// Add passes an entry to the goroutine.
func (l *Looker) Add(e *timeline.Entry) {
	l.batch = append(l.batch, e)
	l.size += weight(e)
	if l.size >= fullBatch {
		l.batches <- l.batch
		l.batch, l.size = nil, 0
	}
}

// Wait returns when all entries have been inspected. No entry may be added afterwards. A second call does nothing.
func (l *Looker) Wait() {
	if l.batches == nil {
		return
	}
	l.batches <- l.batch
	close(l.batches)
	<-l.done
	l.batches, l.batch = nil, nil
}
