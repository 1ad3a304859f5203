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

// The errors with which a client ends.
var (
	// ErrTerminalGone says that the user's terminal was closed. It may arrive before the SIGHUP that reports the same.
	ErrTerminalGone = errors.New("the terminal is gone")
	// ErrDetached says that the user pressed the key that leaves the program running.
	ErrDetached = errors.New("detached")
	// ErrOver says that the hub was closed.
	ErrOver = errors.New("there is no more output")
)

// Screen is the emulator from which a hub draws for a terminal that attaches later. internal/term/screen implements it.
type Screen interface {
	io.Writer
	Resize(rows, columns int)
	// Restore returns the bytes that bring a terminal of the same size to the state of the screen.
	Restore() []byte
	// Draw returns the bytes that draw the part around the cursor on a terminal of another size.
	Draw(rows, columns int) []byte
	// Cover returns the bytes that put a line over the first row. Uncover returns the bytes that redraw that row.
	Cover(text string) []byte
	Uncover() []byte
	// Text returns the content of the screen, row by row.
	Text() string
}

// Hub connects the terminals of programs, one program after the other, to the terminals of users, who come and go in
// the meantime. New creates a hub, and the caller must close it.
type Hub struct {
	// Prompt asks users questions while no program is attached to the hub.
	Prompt *Prompt
	// Overlay is what stead draws over the picture of a program.
	Overlay *Overlay

	now     func() time.Time
	picture *picture

	access  sync.Mutex // held while a chunk is displayed and while a client attaches, leaves or changes
	program *program
	clients *clients
	size    ptyx.Size
	modes   modes.Set // of the program
	shown   bool      // there is content on the screen
	closed  bool
}

// New returns a hub. Its terminals have the given size until a user's terminal determines another one. Screen creates
// the emulator. Its argument receives the answers to the program's queries: while nobody writes, no other terminal
// gives answers.
func New(size ptyx.Size, screen func(reply func([]byte)) Screen, now func() time.Time) *Hub {
	h := &Hub{now: now, size: size, clients: newClients(), program: &program{now: now}}
	h.Prompt, h.Overlay = &Prompt{hub: h}, &Overlay{hub: h}
	h.program.answers.Store(true)
	h.picture = newPicture(screen(func(keys []byte) { h.program.answer(keys, h.picture.closed) }))
	return h
}

// Size returns the size of the program's terminal: that of the writer, or of the last writer.
func (h *Hub) Size() ptyx.Size {
	h.access.Lock()
	defer h.access.Unlock()
	return h.size
}

// Text returns the content of the screen, row by row. While the program draws much, it may return a slightly older
// content.
func (h *Hub) Text() string {
	if h.picture.backlog.size() <= behind {
		h.picture.catchUp()
	}
	return h.picture.screen.Text()
}

// Rest waits until the program has drawn something and then nothing for the duration quiet, or until ctx ends.
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

// Visited returns a channel that is closed when the first writer has attached. It remains closed when this writer
// leaves.
func (h *Hub) Visited() <-chan struct{} { return h.clients.visited }

// Came returns a channel that is closed when a writer has attached. After the writer has left, Came returns another,
// open channel.
func (h *Hub) Came() <-chan struct{} {
	h.access.Lock()
	defer h.access.Unlock()
	return h.clients.came
}

// Run displays a program until it has ended and all its output has been displayed and passed to the sink, or until ctx
// ends. In the latter case, the program is still alive, and the caller must call End. The sink may be nil. It receives
// all events through a Queue. When Run returns, the clients remain attached, their screens are reset, and Run may be
// called with the next program.
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

// queued returns the sink for events, and the function that ends it.
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

// end resets all screens: the modes that the program has left on must not affect the next program or a question.
func (h *Hub) end() {
	h.access.Lock()
	defer h.access.Unlock()
	if undo := h.modes.Undo(); len(undo) > 0 {
		h.pass(undo)
	}
	h.program.end()
}

// show displays the output first. Everything else happens after the user has seen it.
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

// Write sends keys to the program, as the writer does. It returns os.ErrProcessDone while there is no program.
func (h *Hub) Write(keys []byte) (int, error) { return h.program.write(keys) }

// typed passes a writer's keys to the program, or takes them as an answer.
func (h *Hub) typed(client *Client, keys []byte) {
	if process := h.listener(client, keys); process != nil { // the sink has seen the keys before they can end it
		_, _ = process.Terminal.WriteUntil(keys, client.gone)
	}
}

// listener returns the program that receives a client's keys. If there is none, the keys are an answer, or wait for the
// next program.
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

// resize gives the program the size of the writer's terminal.
func (h *Hub) resize(size ptyx.Size) {
	if size == h.size || size == (ptyx.Size{}) {
		return
	}
	h.size = size
	h.picture.resize(size)
	h.program.resize(size)
	h.clients.fit(size)
}

// Close ends all clients and waits until their terminals are restored.
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
