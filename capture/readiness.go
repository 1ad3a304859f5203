package capture

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Readiness waits until a terminal program has drawn a text.
type Readiness struct {
	text  string
	known chan struct{}
	drawn string // the end of what was drawn
	size  int    // of all that was drawn
}

// NewReadiness waits for a text. For none there is nothing to wait for.
func NewReadiness(text string) *Readiness {
	r := &Readiness{text: text, known: make(chan struct{})}
	if text == "" {
		close(r.known)
	}
	return r
}

// Known is closed when the text has been drawn.
func (r *Readiness) Known() <-chan struct{} { return r.known }

// Output takes what the program draws. It is called from one goroutine. A text that is drawn piece by piece, with sequences between, is found all the same.
func (r *Readiness) Output(_ time.Time, chunk []byte) {
	if r.text == "" {
		return
	}
	r.drawn, r.size = r.drawn+string(chunk), r.size+len(chunk)
	if r.size > drawnAtMost || strings.Contains(ansi.Strip(r.drawn), r.text) {
		close(r.known)
		r.text, r.drawn = "", ""
	}
	r.drawn = r.drawn[max(0, len(r.drawn)-drawnKept):]
}

// drawnAtMost is how much a program may draw before it counts as ready: no CLI's first screen has a tenth of it, and to look on would cost time.
const drawnAtMost = 1 << 20

// drawnKept is how much of a screen is kept: CLIs draw their composer in one go.
const drawnKept = 16 << 10
