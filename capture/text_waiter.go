package capture

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// TextWaiter waits until a terminal program has drawn a text.
type TextWaiter struct {
	text  string
	known chan struct{}
	drawn string // the end of what was drawn
	size  int    // of all that was drawn
}

// NewTextWaiter returns a waiter for a text. With an empty text there is nothing to wait for.
func NewTextWaiter(text string) *TextWaiter {
	w := &TextWaiter{text: text, known: make(chan struct{})}
	if text == "" {
		close(w.known)
	}
	return w
}

// Known is closed when the text has been drawn.
func (w *TextWaiter) Known() <-chan struct{} { return w.known }

// Output processes the program's output. It must be called from one goroutine. It finds the text even if it is drawn
// piece by piece, with escape sequences in between.
func (w *TextWaiter) Output(_ time.Time, chunk []byte) {
	if w.text == "" {
		return
	}
	w.drawn, w.size = w.drawn+string(chunk), w.size+len(chunk)
	if w.size > drawnAtMost || strings.Contains(ansi.Strip(w.drawn), w.text) {
		close(w.known)
		w.text, w.drawn = "", ""
	}
	w.drawn = w.drawn[max(0, len(w.drawn)-drawnKept):]
}

// drawnAtMost is how much a program may draw before it counts as ready. No CLI's first screen is a tenth as large, and
// examining more would cost time.
const drawnAtMost = 1 << 20

// drawnKept is how much of a screen is kept. CLIs draw their composer in one go.
const drawnKept = 16 << 10
