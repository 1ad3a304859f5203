// Package pane draws the pane beside the list: the steps of a session, or what a verb says about the chosen line. It
// also has the elements that all parts of the screen use: styles in the user's 16 colours, lines of a given width, and
// the input line.
package pane

import "sort"

// End is farther than any pane is long.
const End = 1 << 40

// Window is which lines of a series of steps are seen, and which step is chosen. While the last line is seen, so is
// what comes.
type Window struct {
	// ends are the numbers of the lines behind each step.
	ends           []int
	at, top, lines int
	follows        bool
	// seen is how many steps there were when the last line was seen.
	seen int
}

// all is how many lines there are.
func (w *Window) all() int {
	if len(w.ends) == 0 {
		return 0
	}
	return w.ends[len(w.ends)-1]
}

func (w *Window) lastTop() int { return max(w.all()-w.lines, 0) }

// first is the number of a step's first line.
func (w *Window) first(step int) int {
	if step == 0 {
		return 0
	}
	return w.ends[step-1]
}

// stepAt is the step that has a line.
func (w *Window) stepAt(line int) int {
	return min(sort.SearchInts(w.ends, line+1), max(len(w.ends)-1, 0))
}

// Resize gives the pane so many lines.
func (w *Window) Resize(lines int) {
	w.lines = max(lines, 1)
	w.top = min(w.top, w.lastTop())
	if w.follows {
		w.End()
	}
}

// End chooses the last step and shows it.
func (w *Window) End() {
	w.at, w.top = max(len(w.ends)-1, 0), w.lastTop()
	w.settle(true)
}

// settle notes whether the end is seen.
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

// Scroll moves what is seen, and chooses the nearest step that is seen.
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

// Choose chooses the step that is seen in a line.
func (w *Window) Choose(line int) {
	if w.top+line < w.all() {
		w.at = w.stepAt(w.top + line)
	}
}

// to chooses a step, and shows it at the top.
func (w *Window) to(step int) {
	w.at, w.top = step, min(w.first(step), w.lastTop())
	w.settle(false)
}

// shows moves what is seen as little as it takes to show a line.
func (w *Window) shows(line int) {
	const above = 3 // what stands before it says what it is about
	switch {
	case line < w.top:
		w.top = max(line-above, 0)
	case line >= w.top+w.lines:
		w.top = line - w.lines + 1 + min(above, w.lines-1)
	}
	w.top = min(w.top, w.lastTop())
	w.settle(false)
}

// fresh is how many steps came below what is seen.
func (w *Window) fresh() int {
	if w.follows {
		return 0
	}
	return max(len(w.ends)-w.seen, 0)
}
