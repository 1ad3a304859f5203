package term

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"stead/internal/term/plain"
)

// Status is the last line on the terminal of standard error. It updates in place with the current activity. A nil
// *Status draws nothing.
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

// ShowStatus draws a line below all messages until it is closed. It redraws the line soon after each change, and every
// second.
func (m *Messages) ShowStatus(text func() string) *Status {
	s := &Status{err: m, text: text, stop: make(chan struct{})}
	m.status.Store(s)
	s.drawing.Go(s.tick)
	return s
}

// CloseStatus removes the line, if there is one.
func (m *Messages) CloseStatus() { m.status.Load().Close() }

// Changed redraws the line.
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

// above calls write above the line, and then redraws the line.
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
		// The last cell stays free, because a terminal wraps the line after it.
		_, _ = io.WriteString(s.err, plain.Fit(s.text(), width-1))
	}
}

// Close removes the line. It may be called again.
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
