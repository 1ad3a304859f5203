// Package pane draws the pane beside the list: the steps of a session, or what a verb says about the chosen line. It
// also has the elements that all parts of the screen use: styles in the user's 16 colours, lines of a given width, and
// the input line.
package pane

import "sort"

// End is larger than the length of any pane.
const End = 1 << 40

// Window tracks which lines of a series of steps are visible, and which step is chosen. While the last line is visible,
// the window follows new steps.
type Window struct {
	// ends holds, for each step, the number of the line after it.
	ends           []int
	at, top, lines int
	follows        bool
	// seen is the number of steps when the last line was last visible.
	seen int
}

// all returns the number of lines.
func (w *Window) all() int {
	if len(w.ends) == 0 {
		return 0
	}
	return w.ends[len(w.ends)-1]
}

func (w *Window) lastTop() int { return max(w.all()-w.lines, 0) }

// first returns the number of a step's first line.
func (w *Window) first(step int) int {
	if step == 0 {
		return 0
	}
	return w.ends[step-1]
}

// stepAt returns the step that contains a line.
func (w *Window) stepAt(line int) int {
	return min(sort.SearchInts(w.ends, line+1), max(len(w.ends)-1, 0))
}

// Resize sets the number of visible lines.
func (w *Window) Resize(lines int) {
	w.lines = max(lines, 1)
	w.top = min(w.top, w.lastTop())
	if w.follows {
		w.End()
	}
}

// End chooses the last step and scrolls to it.
func (w *Window) End() {
	w.at, w.top = max(len(w.ends)-1, 0), w.lastTop()
	w.settle(true)
}

// settle records whether the end is visible.
func (w *Window) settle(isAtEnd bool) {
	if w.follows = isAtEnd; isAtEnd {
		w.seen = len(w.ends)
	}
}

// Move chooses another step, and shows it from its beginning.
func (w *Window) Move(by int) {
	if len(w.ends) == 0 {
		return
	}
	w.at = min(max(w.at+by, 0), len(w.ends)-1)
	first, behind := w.first(w.at), w.ends[w.at]
	switch {
	case first < w.top || behind-first > w.lines:
		w.top = first
	case behind > w.top+w.lines:
		w.top = behind - w.lines
	}
	w.top = min(w.top, w.lastTop())
	w.settle(w.at == len(w.ends)-1 && w.top == w.lastTop())
}

// Scroll moves the visible part, and chooses the nearest visible step.
func (w *Window) Scroll(by int) {
	w.top = min(max(w.top+by, 0), w.lastTop())
	w.settle(w.top == w.lastTop())
	if len(w.ends) == 0 {
		return
	}
	low, high := w.stepAt(w.top), w.stepAt(min(w.top+w.lines, w.all())-1)
	w.at = min(max(w.at, low), high)
	if w.follows && by > 0 {
		w.at = len(w.ends) - 1
	}
}

// Page scrolls by half a page, up or down.
func (w *Window) Page(by int) { w.Scroll(by * max(w.lines/2, 1)) }

// Choose chooses the step in a visible line.
func (w *Window) Choose(line int) {
	if w.top+line < w.all() {
		w.at = w.stepAt(w.top + line)
	}
}

// to chooses a step, and scrolls it to the top.
func (w *Window) to(step int) {
	w.at, w.top = step, min(w.first(step), w.lastTop())
	w.settle(false)
}

// shows scrolls as little as possible to make a line visible.
func (w *Window) shows(line int) {
	const above = 3 // the lines before it give context
	switch {
	case line < w.top:
		w.top = max(line-above, 0)
	case line >= w.top+w.lines:
		w.top = line - w.lines + 1 + min(above, w.lines-1)
	}
	w.top = min(w.top, w.lastTop())
	w.settle(false)
}

// fresh returns the number of new steps below the visible part.
func (w *Window) fresh() int {
	if w.follows {
		return 0
	}
	return max(len(w.ends)-w.seen, 0)
}
