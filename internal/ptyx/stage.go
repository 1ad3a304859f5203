package ptyx

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"stead/internal/modes"
)

// chunkSize holds the largest read that a terminal of any system gives.
const chunkSize = 64 << 10

// Errors by which a seat ends.
var (
	// ErrTerminalGone says that the user's terminal was closed. It may come before the SIGHUP that tells the same.
	ErrTerminalGone = errors.New("the terminal is gone")
	// ErrDetached says that the user pressed the key that leaves the program running.
	ErrDetached = errors.New("detached")
	// ErrOver says that the stage was closed.
	ErrOver = errors.New("there is nothing more to see")
)

// Screen is the emulator from which a stage draws for a terminal that comes later. internal/screen implements it.
type Screen interface {
	io.Writer
	Resize(rows, columns int)
	// Restore brings a terminal of the same size to where the screen is.
	Restore() []byte
	// Draw puts the part around the cursor on a terminal of another size.
	Draw(rows, columns int) []byte
	// Text is what stands on it, row by row.
	Text() string
}

// Stage joins the terminals of programs, one program after the other, to the terminals of users, who come and go meanwhile. Make
// one with NewStage and Close it.
type Stage struct {
	now      func() time.Time
	picture  *picture
	answers  atomic.Bool // nobody's terminal answers the program's queries
	program  atomic.Pointer[Process]
	changing atomic.Pointer[Seat] // the writer, for those who cannot wait for the lock

	access   sync.Mutex // held while a chunk is shown and while a seat comes, goes or changes
	size     Size
	modes    modes.Set // the program's
	cancel   *wake     // ends the showing of the present program
	heard    Sink
	writer   *Seat
	seats    map[*Seat]struct{}
	shown    bool      // something stands on the screen
	drawn    time.Time // when there was output last
	torn     bool      // it ended in the middle of a sequence
	came     chan struct{}
	question *question
	early    []byte // typed before the program came
	closed   bool
}

// mostEarly is how many bytes of what is typed before its program comes are kept. They fit into a terminal's own buffer.
const mostEarly = 2048

// NewStage makes a stage whose terminals have a size until a user's says another. screen makes the emulator, which is given
// what to do with the answers to a program's queries: while nobody writes, no other terminal gives them.
func NewStage(size Size, screen func(reply func([]byte)) Screen, now func() time.Time) *Stage {
	s := &Stage{now: now, size: size, seats: map[*Seat]struct{}{}, came: make(chan struct{})}
	s.answers.Store(true)
	s.picture = newPicture(screen(s.answer))
	return s
}

// Size is the size of the program's terminal: the writer's, or that of the last writer.
func (s *Stage) Size() Size {
	s.access.Lock()
	defer s.access.Unlock()
	return s.size
}

// Text is what stands on the screen, row by row. While much is drawn it may be what stood there a moment ago.
func (s *Stage) Text() string {
	if s.picture.backlog.size() <= behind {
		s.picture.catchUp()
	}
	return s.picture.screen.Text()
}

// Rest waits until the program has drawn something and then nothing for as long as quiet, at most until ctx ends.
func (s *Stage) Rest(ctx context.Context, quiet time.Duration) {
	for left := quiet; left > 0; {
		if pause(ctx, left) != nil {
			return
		}
		s.access.Lock()
		left = quiet - s.now().Sub(s.drawn)
		if s.drawn.IsZero() {
			left = quiet
		}
		s.access.Unlock()
	}
}

// Came is closed when a writer has come.
func (s *Stage) Came() <-chan struct{} {
	s.access.Lock()
	defer s.access.Unlock()
	return s.came
}

// Run shows a program until it has ended and all its output has been shown and heard, or until ctx ends; the program then still
// lives, and End is the caller's to call. sink may be nil; it hears of everything behind a Queue. The seats stay when it returns,
// their screens at rest, and Run may be called with the next program.
func (s *Stage) Run(ctx context.Context, process *Process, sink Sink) (Exit, error) {
	cancel, err := newWake()
	if err != nil {
		return Exit{}, err
	}
	defer cancel.release()
	defer cancel.fire()
	defer context.AfterFunc(ctx, cancel.fire)()
	heard, closeQueue := queued(sink)
	s.begin(process, heard, cancel)
	err = pump(process, cancel, s.show)
	s.end()
	closeQueue()
	if err != nil && !errors.Is(err, errWoken) {
		return Exit{}, err
	}
	return process.Wait(ctx)
}

// queued gives the place where events go, and what ends it.
func queued(sink Sink) (Sink, func()) {
	if sink == nil {
		return Sinks{}, func() {}
	}
	queue := NewQueue(sink)
	return queue, queue.Close
}

func (s *Stage) begin(process *Process, heard Sink, cancel *wake) {
	s.access.Lock()
	defer s.access.Unlock()
	s.heard, s.cancel = heard, cancel
	s.program.Store(process)
	if process.Resize(s.size) == nil {
		heard.Resize(s.now(), s.size.Rows, s.size.Columns)
	}
	_, _ = process.write(s.early, cancel)
	s.early = nil
}

// end brings all screens to rest: what the program has left switched on is nothing for the next one, nor for a question.
func (s *Stage) end() {
	s.access.Lock()
	defer s.access.Unlock()
	if undo := s.modes.Undo(); len(undo) > 0 {
		s.pass(undo)
	}
	s.program.Store(nil)
	s.heard, s.cancel = nil, nil
}

// show draws first: everything else happens behind the user's eyes.
func (s *Stage) show(chunk []byte) error {
	s.access.Lock()
	defer s.access.Unlock()
	s.pass(chunk)
	s.drawn, s.torn = s.now(), isTorn(chunk)
	s.modes.Watch(chunk)
	s.heard.Output(s.drawn, chunk)
	return nil
}

// pass writes to all terminals. Only the writer's is waited for, and not for long.
func (s *Stage) pass(chunk []byte) {
	w := s.writer
	if w != nil {
		w.show(chunk, s.cancel)
	}
	for seat := range s.seats {
		if seat != w {
			seat.feed.offer(chunk)
		}
	}
	s.shown = true
	s.picture.put(chunk, s.writer == nil)
}

// answer gives the program what a terminal would answer.
func (s *Stage) answer(keys []byte) {
	if process := s.program.Load(); process != nil && s.answers.Load() {
		_, _ = process.write(keys, s.picture.closed)
	}
}

// Write types at the program, as the writer does. It gives os.ErrProcessDone while there is none.
func (s *Stage) Write(keys []byte) (int, error) {
	if process := s.program.Load(); process != nil {
		return process.Write(keys)
	}
	return 0, os.ErrProcessDone
}

// typed passes a writer's keys, or takes them for an answer.
func (s *Stage) typed(seat *Seat, keys []byte) {
	if process := s.listener(seat, keys); process != nil {
		s.hear(keys) // before the program can end on them
		_, _ = process.write(keys, seat.gone)
	}
}

// listener returns the program that gets a seat's keys. Without one they are an answer, or wait for the next program.
func (s *Stage) listener(seat *Seat, keys []byte) *Process {
	s.access.Lock()
	defer s.access.Unlock()
	process := s.program.Load()
	switch {
	case s.writer != seat:
		return nil
	case process != nil:
		return process
	case s.question != nil:
		s.question.hear(keys)
	case len(s.early)+len(keys) <= mostEarly:
		s.early = append(s.early, keys...)
	}
	return nil
}

func (s *Stage) hear(keys []byte) {
	s.access.Lock()
	defer s.access.Unlock()
	if s.heard != nil {
		s.heard.Input(s.now(), keys)
	}
}

// resize gives the program the size of its writer's terminal.
func (s *Stage) resize(size Size) {
	if size == s.size || size == (Size{}) {
		return
	}
	s.size = size
	s.picture.resize(size)
	if process := s.program.Load(); process != nil && process.Resize(size) == nil {
		s.heard.Resize(s.now(), size.Rows, size.Columns)
	}
	for seat := range s.seats {
		seat.fit(s.size)
	}
}

// Close ends all seats and waits until their terminals are as they were.
func (s *Stage) Close() {
	s.access.Lock()
	s.closed = true
	s.picture.closed.fire()
	seats := slices.Collect(maps.Keys(s.seats))
	s.access.Unlock()
	for _, seat := range seats {
		seat.leave(ErrOver)
		<-seat.left
	}
	s.picture.close()
}

// pump moves output until it ends or cancel fires.
func pump(process *Process, cancel *wake, show func([]byte) error) error {
	chunk := make([]byte, chunkSize)
	for {
		n, err := process.read(chunk, cancel)
		if n > 0 {
			err = show(chunk[:n])
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
