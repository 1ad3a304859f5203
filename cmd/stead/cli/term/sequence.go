package term

import (
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Styles of text on a terminal, each until the end of the line or Plain.
const (
	Bold    = "\x1b[1m"
	Dim     = "\x1b[2m"
	Red     = "\x1b[31m"
	Green   = "\x1b[32m"
	Yellow  = "\x1b[33m"
	Magenta = "\x1b[35m"
	Cyan    = "\x1b[36m"
	Plain   = "\x1b[m"
)

// What is written to draw in place. A cursor that is hidden is shown again by the same write, so that whatever ends
// stead leaves the terminal as it was.
const (
	EraseLine  = "\r" + ansi.EraseLineRight
	EraseBelow = "\x1b[J"
	// ClearBelow goes to the next line and erases from there: a CLI that was ended in the middle of its work leaves what
	// it has drawn below its cursor.
	ClearBelow = "\r\n" + EraseBelow
	HideCursor = "\x1b[?25l"
	ShowCursor = "\x1b[?25h"
)

// How often something is drawn in place: at once when it has changed, but not more often than can be seen (Frame), and
// now and then for the times in it (Tick).
const (
	Frame = 100 * time.Millisecond
	Tick  = time.Second
)
