package ptyx

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/conpty"

	"stead/internal/sys/wake"
)

// settle is how long a console must be silent after its program has ended to count as drained. It draws some 60 times a
// second, and says nothing of its end as long as it is open.
const settle = 200 * time.Millisecond

// Terminal is the terminal of a program, from the side that displays it. Several goroutines may call its methods.
type Terminal struct {
	end     *ending // the program's end
	console *conpty.ConPty
	chunks  chan []byte
	closing chan struct{}
	once    sync.Once

	reading sync.Mutex
	rest    []byte // read, and not yet asked for
}

func newTerminal(console *conpty.ConPty, end *ending) *Terminal {
	t := &Terminal{end: end, console: console, chunks: make(chan []byte), closing: make(chan struct{})}
	go t.pump()
	return t
}

// pump reads the console until it is closed, even when nobody asks: an older Windows waits for that in its closing.
func (t *Terminal) pump() {
	defer close(t.chunks)
	for {
		chunk := make([]byte, 4096)
		n, err := t.console.Read(chunk)
		if err != nil || n == 0 {
			return
		}
		select {
		case t.chunks <- chunk[:n]:
		case <-t.closing:
		}
	}
}

// Read reads the program's output. It returns io.EOF at the end.
func (t *Terminal) Read(chunk []byte) (int, error) { return t.ReadUntil(chunk, nil) }

// ReadUntil is like Read, but cancel can interrupt it with wake.ErrWoken.
func (t *Terminal) ReadUntil(chunk []byte, cancel *wake.Event) (int, error) {
	t.reading.Lock()
	defer t.reading.Unlock()
	if len(t.rest) == 0 {
		if err := t.next(cancel); err != nil {
			return 0, err
		}
	}
	n := copy(chunk, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// next waits for output.
func (t *Terminal) next(cancel *wake.Event) error {
	var woken <-chan struct{}
	if cancel != nil {
		woken = cancel.Fired()
	}
	ended, silent := t.end.done, (<-chan time.Time)(nil)
	for {
		select {
		case chunk, open := <-t.chunks:
			if !open {
				return io.EOF
			}
			t.rest = chunk
			return nil
		case <-woken:
			return wake.ErrWoken
		case <-t.closing:
			return io.EOF
		case <-ended:
			ended, silent = nil, time.After(settle)
		case <-silent:
			return io.EOF
		}
	}
}

// Write types bytes at the program's terminal, all of them. After the program's end it returns os.ErrProcessDone.
func (t *Terminal) Write(keys []byte) (int, error) { return t.WriteUntil(keys, nil) }

// WriteUntil is like Write. A console takes keys at once, so nothing has to interrupt it.
func (t *Terminal) WriteUntil(keys []byte, _ *wake.Event) (written int, err error) {
	for written < len(keys) {
		if t.end.isOver() {
			return written, os.ErrProcessDone
		}
		n, err := t.console.Write(keys[written:])
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// Resize tells the program the new size of its terminal.
func (t *Terminal) Resize(size Size) error {
	if t.end.isOver() {
		return os.ErrProcessDone
	}
	return t.console.Resize(int(size.Columns), int(size.Rows))
}

// TakesKeys reports that the program has not ended: what it asks its console for is not told.
func (t *Terminal) TakesKeys() bool { return !t.end.isOver() }

// close frees the terminal after the program has ended.
func (t *Terminal) close() (err error) {
	t.once.Do(func() {
		close(t.closing)
		t.end.exited.Release()
		err = t.console.Close()
	})
	return err
}
