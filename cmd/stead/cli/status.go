package cli

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"

	"stead/internal/plain"
)

// statusLine is the last line on the terminal of standard error, drawn again and again: what goes on now. A nil one draws nothing.
type statusLine struct {
	out   *os.File
	width func() int
	// text is what goes on, in a line that is fit for a terminal.
	text    func() string
	changed atomic.Bool
	stop    chan struct{}
	end     sync.Once
	drawing sync.WaitGroup

	mutex sync.Mutex
	shown bool
}

// showStatus draws a line below all that is told from now on, at once when it has changed and each second.
func (a *app) showStatus(text func() string) *statusLine {
	s := &statusLine{out: a.Stderr, width: a.errorWidth, text: text, stop: make(chan struct{})}
	a.status.Store(s)
	a.onClose(s.close)
	s.drawing.Go(s.tick)
	return s
}

func (s *statusLine) tick() {
	ticker := time.NewTicker(frame)
	defer ticker.Stop()
	var last time.Time
	for {
		select {
		case <-s.stop:
			return
		case at := <-ticker.C:
			if s.changed.Swap(false) || at.Sub(last) >= pulse {
				last = at
				s.above(func() {})
			}
		}
	}
}

// above has something written above the line, and draws that as it is now.
func (s *statusLine) above(write func()) {
	if s == nil {
		write()
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.shown {
		_, _ = io.WriteString(s.out, eraseLine)
	}
	write()
	select {
	case <-s.stop:
		s.shown = false
	default:
		s.shown = true
		// The last cell stays free: a terminal breaks the line behind it.
		_, _ = io.WriteString(s.out, plain.Fit(s.text(), s.width()-1))
	}
}

// close takes the line away. It may be called again.
func (s *statusLine) close() {
	if s == nil {
		return
	}
	s.end.Do(func() {
		close(s.stop)
		s.drawing.Wait()
		s.above(func() {})
	})
}

const eraseLine = "\r" + ansi.EraseLineRight
