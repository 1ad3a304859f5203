package sharing

import (
	"sync"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

const (
	// feedLimit is the maximum number of bytes of output that wait for a slow terminal. If there are more, they are
	// dropped and the terminal is redrawn.
	feedLimit = 1 << 20
	// frame is the time between two redraws of a terminal while output continues.
	frame = 50 * time.Millisecond
)

// The sequences that begin and end pictures on a terminal that does not receive the program's own output. The first one
// starts with a terminator for a sequence that was cut off.
const (
	pictureBegin = "\x1b\\\x1b[?1049h\x1b[H\x1b[2J"
	pictureEnd   = "\x1b[?25h\x1b[?1049l\x1b[0m"
)

// feed passes output to a terminal for which the program does not wait.
type feed struct {
	client *Client
	ready  chan struct{}

	access  sync.Mutex
	waiting []byte
	// A terminal of a different size, or one that has lost output, displays pictures. This includes a larger terminal:
	// programs that draw on the main screen rely on where it scrolls and wraps (claude 2.1.197 at 80x24 left overlapping
	// rows on a terminal of 120x40).
	unlike, lost, pictured bool
	undo                   []byte // undoes the modes that the terminal had when it last received the program's own output
}

func newFeed(client *Client) *feed { return &feed{client: client, ready: make(chan struct{}, 1)} }

// offer accepts output if there is room for it.
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

// lose records that output did not reach the terminal.
func (f *feed) lose() {
	f.access.Lock()
	defer f.access.Unlock()
	f.miss()
}

func (f *feed) miss() {
	f.lost = true
	f.leaveLive()
}

// leaveLive makes the terminal display pictures from now on.
func (f *feed) leaveLive() {
	f.waiting = nil
	if !f.pictured {
		f.undo = f.client.hub.modes.Reset()
	}
	f.client.hub.picture.watch(f.ready)
}

// fit checks whether the terminal has the size of the program's terminal, and reports whether it displays pictures. The
// caller holds the hub's lock.
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
		f.lost = true // the output that it did not receive
		wake.Notify(f.ready)
	}
	f.unlike = unlike
	return unlike
}

// run writes the output until the client ends.
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

// next returns the output to write now.
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

// rejoin brings the terminal to the current state of the program. From then on, it receives the program's output again.
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

// rest returns the bytes that reset the terminal. Program holds the bytes that undo the program's modes.
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
