package inject

import "stead/timeline"

// beside looks at the entries of a session, in their order, while somebody else goes on with them: what is only counted or searched needs not be
// waited for. A stream's entries never change.
type beside struct {
	batches chan []*timeline.Entry
	done    chan struct{}
	batch   []*timeline.Entry
	size    int
}

// fullBatch is how many bytes of bodies are handed over at once. An entry keeps the chunk of the file from being reused that it stands in, so there are
// never many on the way.
const fullBatch = 64 << 10

// lookBeside begins to look at entries, in a goroutine that [beside.wait] ends.
func lookBeside(look func(*timeline.Entry)) *beside {
	b := &beside{batches: make(chan []*timeline.Entry, 1), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		for batch := range b.batches {
			for _, e := range batch {
				look(e)
			}
		}
	}()
	return b
}

// add has an entry looked at.
func (b *beside) add(e *timeline.Entry) {
	b.batch = append(b.batch, e)
	b.size += 256 + e.Content.Len() + e.Thinking.Len() + e.Output.Len() + len(e.Input)
	if b.size >= fullBatch {
		b.batches <- b.batch
		b.batch, b.size = nil, 0
	}
}

// wait returns when all entries were looked at. None may be added then.
func (b *beside) wait() {
	if b.batches == nil {
		return
	}
	b.batches <- b.batch
	close(b.batches)
	<-b.done
	b.batches, b.batch = nil, nil
}
