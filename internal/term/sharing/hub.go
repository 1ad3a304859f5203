package sharing

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/modes"
	"stead/internal/term/ptyx"
)

// Errors by which a client ends.
var (
	// ErrTerminalGone says that the user's terminal was closed. It may come before the SIGHUP that tells the same.
	ErrTerminalGone = errors.New("the terminal is gone")
	// ErrDetached says that the user pressed the key that leaves the program running.
	ErrDetached = errors.New("detached")
	// ErrOver says that the hub was closed.
	ErrOver = errors.New("there is no more output")
)

// Screen is the emulator from which a hub draws for a terminal that comes later. internal/term/screen implements it.
type Screen interface {
	io.Writer
	Resize(rows, columns int)
	// Restore brings a terminal of the same size to where the screen is.
	Restore() []byte
	// Draw puts the part around the cursor on a terminal of another size.
	Draw(rows, columns int) []byte
	// Cover puts a line over the first row, Uncover draws that row again.
	Cover(text string) []byte
	Uncover() []byte
	// Text is what stands on it, row by row.
	Text() string
}

// Hub joins the terminals of programs, one program after the other, to the terminals of users, who come and go
// meanwhile. Make one with New and Close it.
type Hub struct {
	// Prompt asks users while no program has the hub.
	Prompt *Prompt
	// Overlay is what stead puts over a program's picture.
	Overlay *Overlay

	now     func() time.Time
	picture *picture

	access  sync.Mutex // held while a chunk is shown and while a client comes, goes or changes
	program *program
	clients *clients
	size    ptyx.Size
	modes   modes.Set // the program's
	shown   bool      // something stands on the screen
	closed  bool
}

// New makes a hub whose terminals have a size until a user's says another. screen makes the emulator, which is given
// what to do with the answers to a program's queries: while nobody writes, no other terminal gives them.
func New(size ptyx.Size, screen func(reply func([]byte)) Screen, now func() time.Time) *Hub {
	h := &Hub{now: now, size: size, clients: newClients(), program: &program{now: now}}
	h.Prompt, h.Overlay = &Prompt{hub: h}, &Overlay{hub: h}
	h.program.answers.Store(true)
	h.picture = newPicture(screen(func(keys []byte) { h.program.answer(keys, h.picture.closed) }))
	return h
}

// Size is the size of the program's terminal: the writer's, or that of the last writer.
func (h *Hub) Size() ptyx.Size {
	h.access.Lock()
	defer h.access.Unlock()
	return h.size
}

// Text is what stands on the screen, row by row. While much is drawn it may be what stood there a moment ago.
func (h *Hub) Text() string {
	if h.picture.backlog.size() <= behind {
		h.picture.catchUp()
	}
	return h.picture.screen.Text()
}

// Rest waits until the program has drawn something and then nothing for as long as quiet, at most until ctx ends.
func (h *Hub) Rest(ctx context.Context, quiet time.Duration) {
	for left := quiet; left > 0; {
		select {
		case <-time.After(left):
		case <-ctx.Done():
			return
		}
		h.access.Lock()
		left = quiet - h.now().Sub(h.Overlay.drawn)
		if h.Overlay.drawn.IsZero() {
			left = quiet
		}
		h.access.Unlock()
	}
}

// Visited is closed when the first writer has come, and stays so when it has left.
func (h *Hub) Visited() <-chan struct{} { return h.clients.visited }

// Came is closed when a writer has come, and another channel is open when it has left.
func (h *Hub) Came() <-chan struct{} {
	h.access.Lock()
	defer h.access.Unlock()
	return h.clients.came
}

// Run shows a program until it has ended and all its output has been shown and heard, or until ctx ends; the program
// then still lives, and End is the caller's to call. sink may be nil; it hears of everything behind a Queue. The
// clients stay when it returns, their screens at rest, and Run may be called with the next program.
func (h *Hub) Run(ctx context.Context, process *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
	cancel, err := wake.New()
	if err != nil {
		return ptyx.Exit{}, err
	}
	defer cancel.Release()
	defer cancel.Fire()
	defer context.AfterFunc(ctx, cancel.Fire)()
	queue, closeQueue := queued(sink)
	h.begin(process, queue, cancel)
	err = ptyx.Pump(process, cancel, h.show)
	h.end()
	closeQueue()
	if err != nil && !errors.Is(err, wake.ErrWoken) {
		return ptyx.Exit{}, err
	}
	return process.Wait(ctx)
}

// queued gives the place where events go, and what ends it.
func queued(sink ptyx.Sink) (ptyx.Sink, func()) {
	if sink == nil {
		return ptyx.Sinks{}, func() {}
	}
	queue := ptyx.NewQueue(sink)
	return queue, queue.Close
}

func (h *Hub) begin(process *ptyx.Process, sink ptyx.Sink, cancel *wake.Event) {
	h.access.Lock()
	defer h.access.Unlock()
	h.program.begin(process, h.size, sink, cancel)
}

// end brings all screens to rest: what the program has left switched on is nothing for the next one, nor for a
// question.
func (h *Hub) end() {
	h.access.Lock()
	defer h.access.Unlock()
	if undo := h.modes.Undo(); len(undo) > 0 {
		h.pass(undo)
	}
	h.program.end()
}

// show draws first: everything else happens behind the user's eyes.
func (h *Hub) show(chunk []byte) error {
	h.access.Lock()
	defer h.access.Unlock()
	h.pass(chunk)
	at := h.now()
	h.Overlay.below(chunk, at)
	h.modes.Watch(chunk)
	h.program.sink.Output(at, chunk)
	return nil
}

// pass writes to all terminals.
func (h *Hub) pass(chunk []byte) {
	h.clients.show(chunk, h.program.cancel)
	h.shown = true
	h.picture.put(chunk, h.clients.writer == nil)
}

// Write types at the program, as the writer does. It gives os.ErrProcessDone while there is none.
func (h *Hub) Write(keys []byte) (int, error) { return h.program.write(keys) }

// typed passes a writer's keys, or takes them for an answer.
func (h *Hub) typed(client *Client, keys []byte) {
	if process := h.listener(client, keys); process != nil { // it was heard before the program can end on it
		_, _ = process.Terminal.WriteUntil(keys, client.gone)
	}
}

// listener returns the program that gets a client's keys. Without one they are an answer, or wait for the next program.
func (h *Hub) listener(client *Client, keys []byte) *ptyx.Process {
	h.access.Lock()
	defer h.access.Unlock()
	process := h.program.process.Load()
	switch {
	case h.clients.writer != client:
		return nil
	case process != nil:
		h.program.typed(keys)
	case h.Prompt.question != nil:
		h.Prompt.question.apply(keys)
	default:
		h.program.keep(keys)
	}
	return process
}

// resize gives the program the size of its writer's terminal.
func (h *Hub) resize(size ptyx.Size) {
	if size == h.size || size == (ptyx.Size{}) {
		return
	}
	h.size = size
	h.picture.resize(size)
	h.program.resize(size)
	h.clients.fit(size)
}

// Close ends all clients and waits until their terminals are as they were.
func (h *Hub) Close() {
	h.access.Lock()
	h.closed = true
	h.picture.closed.Fire()
	clients := h.clients.all()
	h.access.Unlock()
	for _, client := range clients {
		client.leave(ErrOver)
		<-client.left
	}
	h.picture.close()
}
