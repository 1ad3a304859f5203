package term

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"stead/internal/term/plain"
)

// Status is the last line on the terminal of standard error, which updates in place with the present activity. A nil
// one draws nothing.
type Status struct {
	err *Messages
	// text is the activity, as a line that is safe for a terminal.
	text    func() string
	changed atomic.Bool
	stop    chan struct{}
	end     sync.Once
	drawing sync.WaitGroup

	mutex sync.Mutex
	shown bool
}

// ShowStatus draws a line below all messages from now on, at once when it has changed and each second, until it is
// closed.
func (m *Messages) ShowStatus(text func() string) *Status {
	s := &Status{err: m, text: text, stop: make(chan struct{})}
	m.status.Store(s)
	s.drawing.Go(s.tick)
	return s
}

// CloseStatus takes the line away, if there is one.
func (m *Messages) CloseStatus() { m.status.Load().Close() }

// Changed has the line drawn anew.
func (s *Status) Changed() { s.changed.Store(true) }

func (s *Status) tick() {
	ticker := time.NewTicker(Frame)
	defer ticker.Stop()
	var last time.Time
	for {
		select {
		case <-s.stop:
			return
		case at := <-ticker.C:
			if s.changed.Swap(false) || at.Sub(last) >= Tick {
				last = at
				s.above(func() {})
			}
		}
	}
}

// above has something written above the line, and draws that as it is now.
func (s *Status) above(write func()) {
	if s == nil {
		write()
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.shown {
		_, _ = io.WriteString(s.err, EraseLine)
	}
	write()
	select {
	case <-s.stop:
		s.shown = false
	default:
		s.shown = true
		width, _ := s.err.Size()
		// The last cell stays free: a terminal breaks the line behind it.
		_, _ = io.WriteString(s.err, plain.Fit(s.text(), width-1))
	}
}

// Close takes the line away. It may be called again.
func (s *Status) Close() {
	if s == nil {
		return
	}
	s.end.Do(func() {
		close(s.stop)
		s.drawing.Wait()
		s.above(func() {})
	})
}
