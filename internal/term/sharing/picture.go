package sharing

import (
	"sync"
	"sync/atomic"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

const (
	// resting is how long the output must pause before the emulator is fed, so that the emulator takes no time from the
	// relay.
	resting = 10 * time.Millisecond
	// behind is the maximum number of bytes that wait for the emulator while nobody writes. Beyond that, the program
	// waits, which nobody notices.
	behind = 1 << 20
)

// picture maintains an emulator that follows the output with a delay. It feeds the emulator when the output pauses,
// when a terminal needs the picture, and always while nobody writes.
type picture struct {
	screen  Screen
	backlog backlog
	feeding sync.Mutex   // held while the emulator is fed or read
	puts    atomic.Int64 // counts the chunks of output
	urgent  atomic.Bool  // nobody writes
	came    chan struct{}
	closed  *wake.Event
	done    chan struct{}

	access   sync.Mutex
	watchers map[chan struct{}]struct{}
}

func newPicture(screen Screen) *picture {
	p := &picture{screen: screen, came: make(chan struct{}, 1), done: make(chan struct{}),
		watchers: map[chan struct{}]struct{}{}}
	p.closed, _ = wake.New()
	go p.run()
	return p
}

// put accepts output. While nobody writes, it waits for the emulator.
func (p *picture) put(chunk []byte, urgent bool) {
	p.urgent.Store(urgent)
	p.puts.Add(1)
	waiting := p.backlog.put(chunk)
	wake.Notify(p.came)
	if urgent && waiting > behind {
		p.catchUp()
	}
}

func (p *picture) run() {
	defer close(p.done)
	for {
		select {
		case <-p.closed.Fired():
			return
		case <-p.came:
		}
		if !p.await() {
			return
		}
		p.catchUp()
		p.report()
	}
}

// await waits for a pause in the output, unless a terminal waits for the picture.
func (p *picture) await() bool {
	for !p.urgent.Load() && !p.isWatched() {
		before := p.puts.Load()
		select {
		case <-p.closed.Fired():
			return false
		case <-time.After(resting):
		}
		if p.puts.Load() == before {
			break
		}
	}
	return true
}

// catchUp feeds all waiting output to the emulator, unless nobody will look at it any more.
func (p *picture) catchUp() {
	p.feeding.Lock()
	defer p.feeding.Unlock()
	for end := p.puts.Load(); !p.isClosed(); {
		chunk := p.backlog.take()
		if len(chunk) == 0 {
			return
		}
		_, _ = p.screen.Write(chunk)
		p.backlog.reuse(chunk)
		p.report() // a program that writes all the time is watched, too
		if p.puts.Load()-end > 1<<16 {
			return // it would never catch up
		}
	}
}

func (p *picture) isClosed() bool {
	select {
	case <-p.closed.Fired():
		return true
	default:
		return false
	}
}

// current returns the screen after all output so far.
func (p *picture) current() Screen {
	p.catchUp()
	return p.screen
}

func (p *picture) isCurrent() bool { return p.backlog.isEmpty() }

func (p *picture) resize(size ptyx.Size) {
	p.catchUp()
	p.screen.Resize(int(size.Rows), int(size.Columns))
	wake.Notify(p.came)
}

func (p *picture) draw(size ptyx.Size) []byte {
	return p.screen.Draw(int(size.Rows), int(size.Columns))
}

// watch makes picture notify a channel of each new picture.
func (p *picture) watch(ready chan struct{}) {
	p.access.Lock()
	defer p.access.Unlock()
	p.watchers[ready] = struct{}{}
	wake.Notify(ready)
	wake.Notify(p.came)
}

func (p *picture) unwatch(ready chan struct{}) {
	p.access.Lock()
	defer p.access.Unlock()
	delete(p.watchers, ready)
}

func (p *picture) isWatched() bool {
	p.access.Lock()
	defer p.access.Unlock()
	return len(p.watchers) > 0
}

func (p *picture) report() {
	p.access.Lock()
	defer p.access.Unlock()
	for ready := range p.watchers {
		wake.Notify(ready)
	}
}

func (p *picture) close() {
	p.closed.Fire()
	<-p.done
	p.closed.Release()
	p.backlog.close()
}
