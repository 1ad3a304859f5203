package orchestrator

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// readiness waits until a terminal program has drawn a text. It is a ptyx.Sink, called from one goroutine.
type readiness struct {
	text  string
	known chan struct{}
	drawn string // the end of what was drawn, without escape sequences
}

// newReadiness waits for a text. For none there is nothing to wait for.
func newReadiness(text string) *readiness {
	r := &readiness{text: text, known: make(chan struct{})}
	if text == "" {
		close(r.known)
	}
	return r
}

// Output implements ptyx.Sink. A text that is drawn piece by piece, with sequences between, is found all the same.
func (r *readiness) Output(_ time.Time, chunk []byte) {
	if r.text == "" {
		return
	}
	r.drawn += string(chunk)
	if strings.Contains(ansi.Strip(r.drawn), r.text) {
		close(r.known)
		r.text, r.drawn = "", ""
	}
	r.drawn = r.drawn[max(0, len(r.drawn)-drawnKept):]
}

// drawnKept is how much of a screen is kept: CLIs draw their composer in one go.
const drawnKept = 16 << 10

// Input implements ptyx.Sink.
func (*readiness) Input(time.Time, []byte) {}

// Resize implements ptyx.Sink.
func (*readiness) Resize(time.Time, uint16, uint16) {}

// Flush implements ptyx.Sink.
func (*readiness) Flush() {}
