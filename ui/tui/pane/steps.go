package pane

import (
	"slices"
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"stead/internal/render/transcript/terminal"
)

// Steps holds the steps of a session that were read, and which of them are visible.
type Steps struct {
	Window Window
	// blocks are the folded steps. Opened are the open ones, by the ids of their last entries. Dropped is the number of
	// lines that were dropped at the beginning.
	blocks  []terminal.Block
	opened  map[string]openedStep
	dropped int
}

// linesOf returns the lines of a step in its current form.
func (t *Steps) linesOf(b terminal.Block) []string {
	if step, ok := t.opened[b.Entry]; ok && b.Entry != "" {
		return step.lines
	}
	return b.Lines
}

// add appends steps of the session.
func (t *Steps) add(blocks []terminal.Block) {
	w := &t.Window
	for _, b := range blocks {
		t.blocks = append(t.blocks, b)
		w.ends = append(w.ends, w.all()+len(t.linesOf(b)))
	}
	if w.all() > mostLines+mostLines/4 {
		t.drop()
	}
	if w.follows {
		w.End()
	}
}

// drop removes the beginning of a session that is too long.
func (t *Steps) drop() {
	w := &t.Window
	first := sort.SearchInts(w.ends, w.all()-mostLines)
	lines := w.ends[first]
	t.dropped += lines
	t.blocks, w.ends = slices.Clone(t.blocks[first+1:]), slices.Clone(w.ends[first+1:])
	for i := range w.ends {
		w.ends[i] -= lines
	}
	w.at, w.top, w.seen = max(w.at-first-1, 0), max(w.top-lines, 0), max(w.seen-first-1, 0)
}

// replace replaces the steps, and stays at the same place.
func (t *Steps) replace(fresh []terminal.Block) {
	w := &t.Window
	at, top, follows, seen := w.at, w.top, w.follows, w.seen
	t.blocks, w.ends, t.dropped = nil, nil, 0
	t.add(fresh)
	if !follows {
		w.at, w.top, w.seen = min(at, max(len(t.blocks)-1, 0)), min(top, w.lastTop()), seen
	}
}

// measure counts the lines again after a step has changed. The visible part stays in place.
func (t *Steps) measure() {
	w := &t.Window
	before, line := t.Window.stepAt(w.top), w.top-w.first(w.stepAt(w.top))
	ends := 0
	for i, b := range t.blocks {
		ends += len(t.linesOf(b))
		w.ends[i] = ends
	}
	w.top = min(w.first(before)+line, w.lastTop())
	if w.at < before {
		w.top = w.first(w.at)
	}
}

// Entry returns the id of the last entry of the chosen step, or of the nearest step before it that has an entry.
func (t *Steps) Entry() (id string, turn int) {
	for i := min(t.Window.at, len(t.blocks)-1); i >= 0; i-- {
		if t.blocks[i].Entry != "" {
			return t.blocks[i].Entry, t.blocks[i].Turn
		}
	}
	return "", 0
}

// Turns counts the turns of the session.
func (t *Steps) Turns() int {
	if n := len(t.blocks); n > 0 {
		return t.blocks[n-1].Turn
	}
	return 0
}

// lineWith returns the next line of a step that contains a text, after line from, or from the beginning if from is
// negative. It returns -1 if there is none.
func (t *Steps) lineWith(text string, step, from, by int) int {
	lines, first := t.linesOf(t.blocks[step]), t.Window.first(step)
	at := from - first + by
	switch {
	case from < 0 && by > 0:
		at = 0
	case from < 0:
		at = len(lines) - 1
	}
	for ; at >= 0 && at < len(lines); at += by {
		if strings.Contains(strings.ToLower(ansi.Strip(lines[at])), text) {
			return first + at
		}
	}
	return -1
}

// to returns to the place at which the session was left.
func (t *Steps) to(p place) {
	for i, b := range t.blocks {
		if b.Entry == p.entry {
			t.Window.to(i)
			t.Window.top = min(max(t.Window.first(i)-p.line, 0), t.Window.lastTop())
			return
		}
	}
}

// ToEntry chooses the step of an entry. It searches from the beginning of a turn on. If there is no such step, it
// chooses the beginning of the turn.
func (t *Steps) ToEntry(turn int, entry string) {
	t.ToTurn(turn)
	for i := t.Window.at; i < len(t.blocks); i++ {
		if b := t.blocks[i]; entry != "" && (b.Entry == entry || b.First == entry) {
			t.Window.to(i)
			return
		}
	}
}

// ToTurn chooses the beginning of a turn.
func (t *Steps) ToTurn(turn int) {
	for i, b := range t.blocks {
		if b.Turn >= turn {
			t.Window.to(i)
			return
		}
	}
}

// Turn chooses the beginning of the next or the previous turn.
func (t *Steps) Turn(by int) {
	if len(t.blocks) == 0 {
		return
	}
	at := t.Window.at
	now := t.blocks[at].Turn
	if by < 0 && at > 0 && t.blocks[at-1].Turn == now {
		by = 0 // first go back to the beginning of this turn
	}
	t.ToTurn(max(now+by, 0))
}

// Change chooses the next or the previous step that changes a file. It returns false if there is none.
func (t *Steps) Change(by int) bool {
	for i := t.Window.at + by; i >= 0 && i < len(t.blocks); i += by {
		if t.blocks[i].IsChange {
			t.Window.Move(i - t.Window.at)
			return true
		}
	}
	return false
}

// chosen returns the id of the chosen step's last entry, or "" if there is none.
func (t *Steps) chosen() string {
	if t.Window.at >= len(t.blocks) {
		return ""
	}
	return t.blocks[t.Window.at].Entry
}
