package entry

import "stead/timeline"

// Looker looks at the entries of a session, in their order, in a goroutine of its own: what is only counted or searched
// need not be waited for. Nobody changes an entry that a stream has given ([timeline.Stream]).
type Looker struct {
	batches chan []*timeline.Entry
	done    chan struct{}
	batch   []*timeline.Entry
	size    int
}

// fullBatch is how many bytes of bodies are handed over at once. An entry keeps the chunk of the file from being reused
// that it stands in, so there are never many on the way.
const fullBatch = 64 << 10

// Look begins to look at entries, in a goroutine that [Looker.Wait] ends.
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

// Add has an entry looked at.
func (l *Looker) Add(e *timeline.Entry) {
	l.batch = append(l.batch, e)
	l.size += weight(e)
	if l.size >= fullBatch {
		l.batches <- l.batch
		l.batch, l.size = nil, 0
	}
}

// Wait returns when all entries were looked at. None may be added then. A second call does nothing.
func (l *Looker) Wait() {
	if l.batches == nil {
		return
	}
	l.batches <- l.batch
	close(l.batches)
	<-l.done
	l.batches, l.batch = nil, nil
}
