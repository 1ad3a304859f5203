package ptyx

import (
	"errors"
	"os"
	"sync"
	"time"
)

// stalling is how long the program is kept waiting for a writer's terminal that takes no output.
const stalling = time.Second

// Seat is a user's terminal at a stage.
type Seat struct {
	stage    *Stage
	terminal terminal
	detach   Key
	feed     *feed
	gone     *wake         // fired when it leaves
	yielded  *wake         // fired when another seat takes the keyboard
	left     chan struct{} // closed when the terminal is as it was
	working  sync.WaitGroup

	once sync.Once
	err  error

	// Guarded by the stage's lock.
	direct bool // output is written at once; else it goes through the feed
}

// Visit says how a terminal joins a stage.
type Visit struct {
	// Watch only looks on. Else the terminal has the keyboard and gives the size, and the one that had them before looks on.
	Watch bool
	// Detach is the key that leaves.
	Detach Key
	// Intro is what stands on the terminal from its first row on, for the first terminal of a stage: programs draw below it.
	Intro []byte
}

// Sit joins a user's terminal, in for keys and out for the screen, which is brought to where the program's is. The files are the
// caller's to close, once Done says so.
func (s *Stage) Sit(in, out *os.File, v Visit) (*Seat, error) {
	seat := &Seat{stage: s, detach: v.Detach, left: make(chan struct{})}
	if err := seat.open(in, out); err != nil {
		seat.close()
		return nil, err
	}
	if !v.Watch {
		s.supersede()
	}
	seat.feed = newFeed(seat)
	s.admit(seat, v)
	seat.working.Go(seat.keys)
	seat.working.Go(seat.feed.run)
	go seat.stay()
	return seat, nil
}

func (s *Seat) open(in, out *os.File) (err error) {
	s.terminal.open(in, out)
	if s.gone, err = newWake(); err != nil {
		return err
	}
	if s.yielded, err = newWake(); err != nil {
		return err
	}
	return s.terminal.raw()
}

func (s *Seat) close() {
	s.terminal.close()
	for _, w := range []*wake{s.gone, s.yielded} {
		if w != nil {
			w.fire()
			w.release()
		}
	}
}

// supersede ends a write to the present writer's terminal that blocks, and with it the lock.
func (s *Stage) supersede() {
	if w := s.changing.Load(); w != nil {
		w.yielded.fire()
	}
}

func (s *Stage) admit(seat *Seat, v Visit) {
	s.access.Lock()
	defer s.access.Unlock()
	if s.closed {
		seat.leave(ErrOver)
		return
	}
	if !v.Watch {
		s.hand(seat)
	}
	s.seats[seat] = struct{}{}
	if s.shown || len(v.Intro) == 0 {
		s.picture.catchUp()
		seat.begin(s.picture.screen, s.size)
	} else { // it stands there
		seat.fit(s.size)
		s.picture.put(v.Intro, false)
		s.shown = true
	}
	if !v.Watch {
		s.answers.Store(false)
		select {
		case <-s.came:
		default:
			close(s.came)
		}
	}
}

// hand makes a seat the writer. The one before looks on from now on.
func (s *Stage) hand(seat *Seat) {
	if earlier := s.writer; earlier != nil {
		earlier.direct = false
		earlier.feed.offer([]byte(takenOver))
	}
	s.writer, seat.direct = seat, true
	s.changing.Store(seat)
	s.resize(seat.terminal.size())
}

// takenOver rings and tells in the window's title that another terminal has the keyboard: text on the screen would be the program's.
const takenOver = "\a\x1b]2;stead: taken over by another terminal, looking on\a"

// begin draws the present screen on a terminal that has just come.
func (s *Seat) begin(screen Screen, size Size) {
	switch {
	case s.feed.fit(size):
	case s.direct:
		s.show(screen.Restore(), nil)
	default:
		s.feed.offer(screen.Restore())
	}
}

// show writes at once. A terminal that does not take it is drawn anew when it does.
func (s *Seat) show(chunk []byte, cancel *wake) {
	if !s.direct {
		s.feed.offer(chunk)
		return
	}
	switch err := s.terminal.write(chunk, stalling, s.gone, s.yielded, cancel); {
	case err == nil:
	case errors.Is(err, ErrTerminalGone):
		s.leave(err)
	default:
		s.direct = false
		s.feed.lose()
	}
}

// keys passes what the user types, until the terminal is gone, the key to leave is pressed, or the seat ends.
func (s *Seat) keys() {
	chunk := make([]byte, 4096)
	for {
		n, err := s.terminal.read(chunk, s.gone)
		if errors.Is(err, errWoken) {
			return
		}
		if n == 0 || err != nil {
			if s.terminal.before != nil { // input that is no terminal has an end
				s.leave(ErrTerminalGone)
			}
			return
		}
		at := s.detach.find(chunk[:n])
		if at < 0 {
			s.stage.typed(s, chunk[:n])
			continue
		}
		s.stage.typed(s, chunk[:at])
		s.leave(ErrDetached)
		return
	}
}

// Resized tells that the user's terminal may have another size.
func (s *Seat) Resized() {
	s.stage.access.Lock()
	defer s.stage.access.Unlock()
	if s.stage.writer == s {
		s.stage.resize(s.terminal.size())
	}
	s.fit(s.stage.size)
}

func (s *Seat) fit(size Size) { s.feed.fit(size) }

// Writes reports whether the seat has the keyboard.
func (s *Seat) Writes() bool {
	s.stage.access.Lock()
	defer s.stage.access.Unlock()
	return s.stage.writer == s
}

// Leave gives the terminal back. When it returns, no key is taken any more and the terminal is as it was before.
func (s *Seat) Leave() {
	s.leave(nil)
	<-s.left
}

// Done is closed when the terminal has been given back.
func (s *Seat) Done() <-chan struct{} { return s.left }

// Err says after Done why the seat has ended: ErrDetached, ErrTerminalGone, ErrOver, or nil after Leave.
func (s *Seat) Err() error { return s.err }

func (s *Seat) leave(why error) {
	s.once.Do(func() {
		s.err = why
		s.gone.fire()
	})
}

// stay waits for the end of the seat and cleans up.
func (s *Seat) stay() {
	<-s.gone.fired
	undo := s.stage.dismiss(s)
	s.working.Wait()
	if !errors.Is(s.err, ErrTerminalGone) {
		s.terminal.restore(s.feed.rest(undo))
	}
	s.close()
	close(s.left)
}

// dismiss takes a seat away and returns what brings its terminal to rest.
func (s *Stage) dismiss(seat *Seat) []byte {
	s.access.Lock()
	defer s.access.Unlock()
	delete(s.seats, seat)
	if s.writer == seat {
		s.writer = nil
		s.changing.CompareAndSwap(seat, nil)
		s.came = make(chan struct{})
		s.picture.catchUp() // what the program has asked so far was answered by this terminal
		s.answers.Store(true)
	}
	return s.modes.Reset()
}
