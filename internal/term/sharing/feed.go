package sharing

import (
	"sync"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

const (
	// feedLimit is how much output may wait for a slow terminal. What is more is not waited for: the terminal is drawn
	// anew.
	feedLimit = 1 << 20
	// frame is how often a terminal is drawn anew while output goes on.
	frame = 50 * time.Millisecond
)

// How a picture begins and ends on a terminal that does not get the program's own output. It starts with what ends a
// sequence that was cut off.
const (
	pictureBegin = "\x1b\\\x1b[?1049h\x1b[H\x1b[2J"
	pictureEnd   = "\x1b[?25h\x1b[?1049l\x1b[0m"
)

// feed brings output to a terminal that the program does not wait for.
type feed struct {
	client *Client
	ready  chan struct{}

	access  sync.Mutex
	waiting []byte
	// A terminal of another size, or one that has lost output, sees pictures. A larger one, too: programs that draw on the
	// main screen rely on where it scrolls and wraps (claude 2.1.197 on 80x24 left its rows over each other on 120x40).
	unlike, lost, pictured bool
	undo                   []byte // what undoes the modes that it had when it last got the program's own output
}

func newFeed(client *Client) *feed { return &feed{client: client, ready: make(chan struct{}, 1)} }

// offer takes output if there is room for it.
func (f *feed) offer(chunk []byte) {
	f.access.Lock()
	defer f.access.Unlock()
	if f.unlike || f.lost {
		return
	}
	if len(f.waiting)+len(chunk) > feedLimit {
		f.miss()
		return
	}
	f.waiting = append(f.waiting, chunk...)
	wake.Notify(f.ready)
}

// lose tells that output did not reach the terminal.
func (f *feed) lose() {
	f.access.Lock()
	defer f.access.Unlock()
	f.miss()
}

func (f *feed) miss() {
	f.lost = true
	f.leaveLive()
}

// leaveLive is for a terminal that sees pictures from now on.
func (f *feed) leaveLive() {
	f.waiting = nil
	if !f.pictured {
		f.undo = f.client.hub.modes.Reset()
	}
	f.client.hub.picture.watch(f.ready)
}

// fit looks whether the terminal is as the program's, and reports whether it sees pictures. The hub is locked.
func (f *feed) fit(size ptyx.Size) bool {
	own := f.client.terminal.size()
	f.access.Lock()
	defer f.access.Unlock()
	unlike := own != ptyx.Size{} && own != size
	switch {
	case unlike && !f.unlike:
		f.client.direct = false
		f.leaveLive()
	case f.unlike && !unlike:
		f.lost = true // what it did not see
		wake.Notify(f.ready)
	}
	f.unlike = unlike
	return unlike
}

// run writes what comes until the client ends.
func (f *feed) run() {
	defer f.client.hub.picture.unwatch(f.ready)
	for {
		select {
		case <-f.client.gone.Fired():
			return
		case <-f.ready:
		}
		next, isPicture := f.next()
		if err := f.client.terminal.write(next, 0, f.client.gone); err != nil {
			f.client.leave(ErrTerminalGone)
			return
		}
		if isPicture && !f.await() {
			return
		}
	}
}

// await waits until the next picture may be drawn.
func (f *feed) await() bool {
	timer := time.NewTimer(frame)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-f.client.gone.Fired():
		return false
	}
}

// next returns what is to be written now.
func (f *feed) next() (output []byte, isPicture bool) {
	f.access.Lock()
	if !f.unlike && !f.lost {
		defer f.access.Unlock()
		output, f.waiting = f.waiting, nil
		return output, false
	}
	unlike := f.unlike
	f.access.Unlock()
	if unlike || !f.client.hub.picture.isCurrent() {
		return f.picture(), true
	}
	return f.rejoin(), true
}

// picture draws the screen as far as it is known.
func (f *feed) picture() []byte {
	own, p := f.client.terminal.size(), f.client.hub.picture
	picture := p.draw(own)
	f.access.Lock()
	defer f.access.Unlock()
	if f.pictured {
		return picture
	}
	f.pictured = true
	return append([]byte("\x1b\\"+string(f.undo)+pictureBegin), picture...)
}

// rejoin brings the terminal to where the program is, from where it gets its output again.
func (f *feed) rejoin() []byte {
	hub := f.client.hub
	hub.access.Lock()
	defer hub.access.Unlock()
	hub.picture.catchUp()
	hub.picture.unwatch(f.ready)
	f.access.Lock()
	defer f.access.Unlock()
	begin := "\x1b\\" + string(f.undo)
	if f.pictured {
		begin = pictureEnd
	}
	f.lost, f.pictured, f.waiting = false, false, nil
	return append([]byte(begin), hub.picture.screen.Restore()...)
}

// rest returns what brings the terminal to rest, where program is what undoes the program's modes.
func (f *feed) rest(program []byte) []byte {
	f.access.Lock()
	defer f.access.Unlock()
	switch {
	case f.pictured:
		return []byte(pictureEnd)
	case f.lost || f.unlike:
		return f.undo
	}
	return program
}
