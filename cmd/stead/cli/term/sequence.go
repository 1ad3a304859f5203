package term

import (
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Styles of text on a terminal. Each lasts until the end of the line or Plain.
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

// Sequences for drawing in place. The write that hides the cursor also shows it again, so that the terminal is left
// intact however stead ends.
const (
	EraseLine  = "\r" + ansi.EraseLineRight
	EraseBelow = "\x1b[J"
	// ClearBelow goes to the next line and erases from there: a CLI that was ended during its work leaves output below its
	// cursor.
	ClearBelow = "\r\n" + EraseBelow
	HideCursor = "\x1b[?25l"
	ShowCursor = "\x1b[?25h"
)

// Frame is the minimum interval between two drawings in place: something that has changed is drawn immediately, but not
// more often than people can see. Tick is the interval at which the times in it are updated.
const (
	Frame = 100 * time.Millisecond
	Tick  = time.Second
)
