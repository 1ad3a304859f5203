package inject

import "stead/timeline"

// alongside looks at the entries of a session, in their order, while somebody else goes on with them: what is only counted or searched need not be
// waited for. Nobody changes an entry that a stream has given ([timeline.Stream]).
type alongside struct {
	batches chan []*timeline.Entry
	done    chan struct{}
	batch   []*timeline.Entry
	size    int
}

// fullBatch is how many bytes of bodies are handed over at once. An entry keeps the chunk of the file from being reused that it stands in, so there are
// never many on the way.
const fullBatch = 64 << 10

// lookAlongside begins to look at entries, in a goroutine that [alongside.wait] ends.
func lookAlongside(look func(*timeline.Entry)) *alongside {
	b := &alongside{batches: make(chan []*timeline.Entry, 1), done: make(chan struct{})}
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
func (b *alongside) add(e *timeline.Entry) {
	b.batch = append(b.batch, e)
	b.size += 256 + e.Content.Len() + e.Thinking.Len() + e.Output.Len() + len(e.Input)
	if b.size >= fullBatch {
		b.batches <- b.batch
		b.batch, b.size = nil, 0
	}
}

// wait returns when all entries were looked at. None may be added then.
func (b *alongside) wait() {
	if b.batches == nil {
		return
	}
	b.batches <- b.batch
	close(b.batches)
	<-b.done
	b.batches, b.batch = nil, nil
}
